// The service worker: see docs/decisions/0035. It answers for built files and, without a network, for pages; all other
// requests pass it by. It also shows push messages: see docs/decisions/0045.
import {
  builtFile,
  dropAll,
  dropOtherOfflinePages,
  isBuiltFile,
  isWithdrawn,
  keepOfflinePage,
  keepPage,
  keepSeen,
  type OfflineFiles,
  pageOrOffline,
  type Scope,
} from './kept-files.ts';
import { addressOf, openPage, shownOf, type Windows } from './push-messages.ts';
import { type PushChange, renewPush } from './renew-push.ts';

type Route = { condition: { urlPattern: string }; source: 'network' };
type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type InstallEvent = ExtendableEvent & { addRoutes?(routes: Route[]): Promise<void> };
type FetchEvent = ExtendableEvent & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
type PushEvent = ExtendableEvent & { data: { text(): string } | null };
type ClickEvent = ExtendableEvent & { notification: { data: unknown; close(): void } };
type WorkerEvents = {
  install: InstallEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: ExtendableEvent & { data: unknown; ports: readonly MessagePort[] };
  push: PushEvent;
  pushsubscriptionchange: ExtendableEvent & PushChange;
  notificationclick: ClickEvent;
};
/** TypeScript has the types of workers only in place of those of pages. */
declare const self: {
  location: Location;
  clients: Windows & { claim(): Promise<void> };
  registration: {
    unregister(): Promise<boolean>;
    navigationPreload?: { enable(): Promise<void> };
    showNotification(title: string, options: object): Promise<void>;
    pushManager: { subscribe: Parameters<typeof renewPush>[0]['subscribe'] };
  };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof WorkerEvents>(name: K, listener: (event: WorkerEvents[K]) => void): void;
};
/** Set by the build: see offline-files.ts. */
declare const OFFLINE_FILES: OfflineFiles;

const { origin } = self.location;
const scope: Scope = { caches, fetch: (...request) => fetch(...request), origin };
/** Asked once for each start of the worker, which browsers end after seconds without work. */
let hasAsked = false;
/** Pages that are open keep it until they are left. */
let hasEnded = false;
/** What is being kept. */
const keeping = new Set<Promise<unknown>>();

/** Runs to its end, also when the worker has nothing else to do. */
function keep(event: ExtendableEvent, work: Promise<unknown>): void {
  keeping.add(work);
  event.waitUntil(work.catch(() => {}).finally(() => keeping.delete(work)));
}

self.addEventListener('install', (event) => {
  // Segments and calls do not wait for a worker to start, where the browser supports that.
  const elsewhere = ['/rpc/*', '/v/*', '/media/*', '/uploads/*', '/exports/*'];
  const routes = elsewhere.map((urlPattern): Route => ({ condition: { urlPattern }, source: 'network' }));
  event.waitUntil(Promise.resolve(event.addRoutes?.(routes)).catch(() => {}));
  event.waitUntil(keepOfflinePage(scope, OFFLINE_FILES));
  // The new worker may take over at once: pages of an earlier release find their built files with it, too.
  void self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      dropOtherOfflinePages(scope, OFFLINE_FILES),
      self.registration.navigationPreload?.enable(),
      self.clients.claim(),
    ]),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || hasEnded) return;
  if (request.mode === 'navigate') {
    const answer = pageOrOffline(scope, request, event.preloadResponse, OFFLINE_FILES);
    event.respondWith(answer);
    event.waitUntil(answer.then(endIfWithdrawn, () => {}));
  } else if (isBuiltFile(request.url, origin)) {
    const answer = builtFile(scope, request, (work) => keep(event, work));
    keep(event, answer);
    event.respondWith(answer);
  }
});

self.addEventListener('message', (event) => {
  if (hasEnded) return;
  const { data, ports } = event;
  if (!isPageToKeep(data)) return keep(event, keepSeen(scope, data));
  const kept = keepPage(scope, data.keepPage, data.files);
  keep(
    event,
    kept.then((done) => ports[0]?.postMessage(done ? 'kept' : 'failed')),
  );
});

self.addEventListener('push', (event) => {
  const { title, options } = shownOf(event.data?.text());
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  const { pushManager } = self.registration;
  // Of somebody who has signed out nothing is renewed.
  event.waitUntil(
    renewPush({ fetch: scope.fetch, subscribe: (options) => pushManager.subscribe(options) }, event).catch(() => {}),
  );
});

self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(openPage(self.clients, addressOf(notification.data, origin)));
});

function isPageToKeep(data: unknown): data is { keepPage: string; files: unknown } {
  return typeof data === 'object' && data !== null && 'keepPage' in data && typeof data.keepPage === 'string';
}

/** Browsers keep a worker whose script is gone: it ends itself. */
async function endIfWithdrawn(): Promise<void> {
  if (hasAsked) return;
  hasAsked = true;
  if (!(await isWithdrawn(scope, self.location.pathname))) return;
  hasEnded = true;
  await self.registration.unregister();
  while (keeping.size > 0) await Promise.allSettled(keeping);
  await dropAll(scope);
}
