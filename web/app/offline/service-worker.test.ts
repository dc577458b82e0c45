import { jest } from '@jest/globals';
import { endpointHash } from '../features/notices/push-bytes.ts';
import { at, browser, ORIGIN, RELEASE } from '../testing/worker-browser.ts';

type Listener = (event: object) => void;

/** Starts the worker of a site in a browser, and sends it what browsers send. */
async function worker(statuses: Record<string, number> = {}, { withPreload = true } = {}) {
  const { scope, kept, asked, network } = browser(statuses);
  const listeners = new Map<string, Listener>();
  const registration = {
    unregister: jest.fn(async () => true),
    showNotification: jest.fn(async (_title: string, _options: object) => {}),
    pushManager: { subscribe: jest.fn() },
    ...(withPreload && { navigationPreload: { enable: jest.fn(async () => {}) } }),
  };
  const clients = { claim: jest.fn(async () => {}), matchAll: async () => [], openWindow: jest.fn(async () => {}) };
  const skipWaiting = jest.fn(async () => {});
  const self = {
    ...{ clients, registration, skipWaiting, location: new URL('/service-worker.js', ORIGIN) },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  };
  Object.assign(globalThis, { self, caches: scope.caches, fetch: scope.fetch, OFFLINE_FILES: RELEASE });
  jest.resetModules();
  await import('./service-worker.ts');
  /** What the worker does with an event, and what it answers; undefined where it lets the browser answer. */
  async function send(name: string, event: object = {}) {
    const work: Promise<unknown>[] = [];
    const answers: Promise<Response>[] = [];
    listeners.get(name)?.({
      waitUntil: (promise: Promise<unknown>) => work.push(promise),
      respondWith: (answer: Promise<Response>) => answers.push(answer),
      ...event,
    });
    const [answer] = await Promise.allSettled(answers);
    // What is waited for may begin more.
    for (let done = 0; done < work.length; done += 1) await work[done];
    return answer?.status === 'fulfilled' ? answer.value : answer?.reason;
  }
  const requestOf = (path: string, part: object) =>
    Object.defineProperties(new Request(at(path)), Object.getOwnPropertyDescriptors(part));
  const visit = (path: string, part: object = {}) =>
    send('fetch', { request: requestOf(path, { mode: 'navigate' }), preloadResponse: undefined, ...part });
  const load = (path: string, part: object = {}) => send('fetch', { request: requestOf(path, part) });
  return { kept, asked, network, registration, clients, skipWaiting, send, visit, load };
}
const FILE = '/assets/root-a1.css';

afterEach(() => jest.restoreAllMocks());

test('it keeps the offline page when it is installed, takes over at once, and lets segments pass where it can', async () => {
  const { kept, send, skipWaiting } = await worker();
  const addRoutes = jest.fn(async (_routes: { condition: { urlPattern: string }; source: string }[]) => {});
  await send('install', { addRoutes });
  expect(kept()['offline-v2']).toEqual(RELEASE.files.map(at));
  expect(skipWaiting).toHaveBeenCalledTimes(1);
  expect(addRoutes.mock.calls[0]?.[0]).toContainEqual({ condition: { urlPattern: '/v/*' }, source: 'network' });
});

test('it is installed where routes are unknown or refused, and not where a file is missing', async () => {
  const { send, kept } = await worker();
  await send('install');
  await send('install', { addRoutes: () => Promise.reject(new TypeError('unknown')) });
  expect(kept()['offline-v2']).toHaveLength(RELEASE.files.length);
  const broken = await worker({ '/offline.html': 500 });
  await expect(broken.send('install')).rejects.toThrow('bad status');
});

test.each([true, false])(
  'it drops other offline pages when it begins; preloads of navigations: %s',
  async (withPreload) => {
    const { send, kept, clients, registration } = await worker({}, { withPreload });
    await send('install');
    await (await caches.open('offline-v1')).add('/offline.html');
    await send('activate');
    expect(Object.keys(kept())).toEqual(['offline-v2']);
    expect(clients.claim).toHaveBeenCalledTimes(1);
    if (withPreload) expect(registration.navigationPreload?.enable).toHaveBeenCalledTimes(1);
  },
);

test('built files are kept and answered for; all other requests pass it by', async () => {
  const { load, asked, kept, network } = await worker();
  expect(await (await load(FILE)).text()).toBe(FILE);
  expect(kept()['built-files']).toEqual([at(FILE)]);
  network.isOffline = true;
  expect(await (await load(FILE)).text()).toBe(FILE);
  expect(asked).toEqual([FILE]);
  expect(await load('/rpc/film.v1.WatchService/GetFilm')).toBeUndefined();
  expect(await load(FILE, { method: 'POST' })).toBeUndefined();
});

test('a page comes from the network, and without one the offline page does', async () => {
  const { send, visit, network } = await worker();
  await send('install');
  expect(await (await visit('/films')).text()).toBe('/films');
  const preloaded = Promise.resolve(new Response('preloaded'));
  expect(await (await visit('/films', { preloadResponse: preloaded })).text()).toBe('preloaded');
  network.isOffline = true;
  expect(await (await visit('/films')).text()).toBe('/offline.html');
});

test('it asks once whether it is withdrawn, and while it is not it stays', async () => {
  const { visit, asked, registration } = await worker();
  await visit('/films');
  await visit('/films');
  expect(asked.filter((path) => path === '/service-worker.js')).toHaveLength(1);
  expect(registration.unregister).not.toHaveBeenCalled();
});

test('one that is withdrawn ends, drops what it has kept, and answers nothing more', async () => {
  const { visit, load, send, kept, registration } = await worker({ '/service-worker.js': 404 });
  await load(FILE);
  await visit('/films');
  expect(registration.unregister).toHaveBeenCalledTimes(1);
  expect(kept()).toEqual({});
  expect(await visit('/films')).toBeUndefined();
  expect(await load(FILE)).toBeUndefined();
  await send('message', { data: [at(FILE)], ports: [] });
  expect(kept()).toEqual({});
});

test('files that a page had loaded before are kept, and a page that asks for it learns whether it is kept', async () => {
  const { send, kept } = await worker();
  await send('message', { data: [at(FILE), at('/films')], ports: [] });
  expect(kept()['built-files']).toEqual([at(FILE)]);
  const port = { postMessage: jest.fn() };
  await send('message', { data: { keepPage: '/scan', files: [at(FILE)] }, ports: [port] });
  expect(kept()['kept-pages']).toContain(at('/scan'));
  await send('message', { data: { keepPage: '/films', files: [] }, ports: [port] });
  expect(port.postMessage.mock.calls).toEqual([['kept'], ['failed']]);
  for (const data of [null, 'x', {}, { keepPage: 7 }]) await send('message', { data, ports: [port] });
  expect(port.postMessage).toHaveBeenCalledTimes(2);
});

test('a push message is shown, and a click on it leads to its page', async () => {
  const { send, registration, clients } = await worker();
  const text = () => JSON.stringify({ id: 'n1', title: 'Salt', text: 'It is out.', url: '/feed/f1' });
  await send('push', { data: { text } });
  expect(registration.showNotification).toHaveBeenCalledWith('Salt', {
    ...{ body: 'It is out.', tag: 'n1', data: { url: '/feed/f1' } },
  });
  await send('push', { data: null });
  expect(registration.showNotification.mock.calls[1]?.[0]).toBe('Marquee');
  const notification = { data: { url: '/feed/f1' }, close: jest.fn() };
  await send('notificationclick', { notification });
  expect(notification.close).toHaveBeenCalledTimes(1);
  expect(clients.openWindow).toHaveBeenCalledWith(at('/feed/f1'));
});

test('a subscription that the browser renewed is renewed for the account, and a failure ends nothing [NOT-05:renewed]', async () => {
  const { send } = await worker();
  const asked: string[] = [];
  const endpoint = 'https://push.example/old';
  const pushEndpointHashes = [await endpointHash(endpoint)];
  globalThis.fetch = (async (url) => {
    asked.push(String(url).split('/').at(-1) ?? '');
    return Response.json({ settings: { pushPublicKey: 'key', pushEndpointHashes } });
  }) as typeof fetch;
  const newSubscription = {
    toJSON: () => ({ endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } }),
  };
  await send('pushsubscriptionchange', { oldSubscription: { endpoint }, newSubscription });
  expect(asked).toEqual(['GetNoticeSettings', 'AddPushSubscription', 'RemovePushSubscription']);
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await send('pushsubscriptionchange', { oldSubscription: { endpoint }, newSubscription });
});
