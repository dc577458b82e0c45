/** What is kept is what every visitor gets alike: nothing of a person is in it. */
export type OfflineFiles = {
  /** Changes with the content of the files. */
  version: string;
  /** The offline page, first, and what it is made of. */
  files: readonly [string, ...string[]];
};

/** The parts of a worker's global scope that are used here. */
export type Scope = { caches: CacheStorage; fetch: typeof fetch; origin: string };

/** Built files of every release that this browser has seen, so that an open page of an earlier one finds its own. */
const BUILT = 'built-files';
const OFFLINE = 'offline-';
/** About three releases. */
export const BUILT_FILES_MAX = 400;

/**
 * True for a file of the build: its name has a hash of its content, so that it never changes, and no session is needed to
 * read it. Pages, answers of services, pictures, segments and the back office have other addresses.
 */
export function isBuiltFile(address: string, origin: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    url.origin === origin && /^\/assets\/[\w.-]+\.(?:css|js|woff2|svg|png|webp)$/.test(url.pathname) && !url.search
  );
}

/** Stores the offline page with its files, whole or not at all. */
export async function keepOfflinePage({ caches }: Scope, { version, files }: OfflineFiles): Promise<void> {
  await (await caches.open(OFFLINE + version)).addAll([...files]);
}

/** Removes the offline pages of other releases. Their built files stay: an open page may still load them. */
export async function dropOtherOfflinePages({ caches }: Scope, { version }: OfflineFiles): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(OFFLINE) && name !== OFFLINE + version);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** A built file from what is kept, else from the network; a whole answer is stored, for which `meanwhile` waits. */
export async function builtFile(
  { caches, fetch }: Scope,
  request: Request,
  meanwhile: (work: Promise<unknown>) => void,
): Promise<Response> {
  const kept = await caches.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) meanwhile(store(caches, request.url, answer.clone()));
  return answer;
}

async function store(caches: CacheStorage, address: string, answer: Response): Promise<void> {
  // A full disk is no reason to refuse the file.
  await (await caches.open(BUILT)).put(address, answer).catch(() => {});
}

/** Keeps files that a page had loaded before the worker was there; what is no built file is ignored. */
export async function keepSeen({ caches, origin }: Scope, addresses: unknown): Promise<void> {
  if (!Array.isArray(addresses)) return;
  const cache = await caches.open(BUILT);
  for (const address of addresses.slice(0, BUILT_FILES_MAX)) {
    if (typeof address !== 'string' || !isBuiltFile(address, origin)) continue;
    if (await caches.match(address, { ignoreVary: true })) continue;
    await cache.add(address).catch(() => {});
  }
  const requests = await cache.keys();
  const excess = requests.slice(0, Math.max(0, requests.length - BUILT_FILES_MAX));
  await Promise.all(excess.map((request) => cache.delete(request)));
}

/** A page from the network, and never from here; the offline page in its place when there is no answer. */
export async function pageOrOffline(
  { caches, fetch }: Scope,
  request: Request,
  preloaded: Promise<Response | undefined>,
  { files: [offlinePage] }: OfflineFiles,
): Promise<Response> {
  try {
    return (await preloaded) ?? (await fetch(request));
  } catch (error) {
    const offline = await caches.match(offlinePage, { ignoreVary: true });
    if (!offline) throw error;
    return offline;
  }
}

/** True when the server has no worker any more, which ends the one that runs. False while it cannot be reached. */
export async function isWithdrawn({ fetch }: Scope, worker: string): Promise<boolean> {
  try {
    const { status } = await fetch(worker, { method: 'HEAD', cache: 'no-store' });
    return status === 404 || status === 410;
  } catch {
    return false;
  }
}

/** Removes all that was kept. */
export async function dropAll({ caches }: Scope): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
