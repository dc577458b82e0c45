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
const PAGES = 'kept-pages';
/** Pages that open without a network: they are the same for everybody, and what they show is kept by the device. */
const KEPT_PAGES: readonly string[] = ['/scan'];
/** How long a kept page waits for the network to have a newer one. */
export const PAGE_WAIT_MS = 4_000;
const OFFLINE = 'offline-';
/** About three releases. */
const BUILT_FILES_MAX = 400;

/**
 * True for a file of the build: its name has a hash of its content, so that it never changes, and no session is needed to
 * read it. Pages, answers of services, pictures, segments and the back office have other addresses.
 */
export function isBuiltFile(address: string, origin: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    url.origin === origin && /^\/assets\/[\w.-]+\.(?:css|js|json|woff2|svg|png|webp)$/.test(url.pathname) && !url.search
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

/**
 * Keeps a page with all built files that it names or has loaded, whole or not at all; what is of an earlier release is
 * dropped. True also where an earlier one is kept and the network does not answer; false for a page that is not meant to be
 * kept.
 */
export async function keepPage({ caches, fetch, origin }: Scope, page: string, loaded: unknown): Promise<boolean> {
  if (!KEPT_PAGES.includes(page)) return false;
  const address = new URL(page, origin).href;
  const cache = await caches.open(PAGES);
  try {
    const answer = await fetch(address, { cache: 'no-store' });
    if (answer.status !== 200) throw new Error(`the page answers ${answer.status}`);
    const named = (await answer.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
    const seen = Array.isArray(loaded) ? loaded.filter((one) => typeof one === 'string').slice(0, BUILT_FILES_MAX) : [];
    const files = [...named.map((file) => new URL(file, origin).href), ...seen].filter((one) =>
      isBuiltFile(one, origin),
    );
    for (const file of new Set(files)) {
      const kept = await caches.match(file, { ignoreVary: true });
      if (kept) await cache.put(file, kept);
      else await cache.add(file);
    }
    await cache.put(address, answer);
    const others = (await cache.keys()).filter(({ url }) => url !== address && !files.includes(url));
    await Promise.all(others.map((request) => cache.delete(request)));
    return true;
  } catch {
    return (await cache.match(address)) !== undefined;
  }
}

/**
 * A page from the network; in its place when there is no answer, the page itself if it is kept, else the offline page. A
 * page that is kept does not wait long for a network that is slow.
 */
export async function pageOrOffline(
  { caches, fetch }: Scope,
  request: Request,
  preloaded: Promise<Response | undefined>,
  { files: [offlinePage] }: OfflineFiles,
): Promise<Response> {
  const fromNetwork = async () => (await preloaded) ?? (await fetch(request));
  const { origin, pathname } = new URL(request.url);
  const kept = KEPT_PAGES.includes(pathname)
    ? await caches.match(`${origin}${pathname}`, { ignoreVary: true })
    : undefined;
  try {
    if (!kept) return await fromNetwork();
    return await Promise.race([fromNetwork(), after(PAGE_WAIT_MS, kept)]);
  } catch (error) {
    const offline = kept ?? (await caches.match(offlinePage, { ignoreVary: true }));
    if (!offline) throw error;
    return offline;
  }
}

const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value));

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
