// A browser as a service worker sees it: a network, and what is kept.
export const ORIGIN = 'https://marquee.example';
export const at = (path: string) => new URL(path, ORIGIN).href;
export const addressOf = (request: RequestInfo | URL) => at(request instanceof Request ? request.url : String(request));
export const RELEASE = { version: 'v2', files: ['/offline.html', '/assets/root-a.css'] } as const;

/** A browser whose network answers with the path, unless it is offline or the path has a status of its own. */
export function browser(statuses: Record<string, number> = {}) {
  const stores = new Map<string, Map<string, Response>>();
  const asked: string[] = [];
  const network = { isOffline: false };
  const fetch = async (request: RequestInfo | URL) => {
    const { pathname } = new URL(addressOf(request));
    asked.push(pathname);
    if (network.isOffline) throw new TypeError('Failed to fetch');
    return new Response(pathname, { status: statuses[pathname] ?? 200 });
  };
  const cacheOf = (store: Map<string, Response>) => ({
    match: async (request: RequestInfo) => store.get(addressOf(request))?.clone(),
    put: async (request: RequestInfo, answer: Response) => void store.set(addressOf(request), answer),
    keys: async () => [...store.keys()].map((address) => new Request(address)),
    delete: async (request: RequestInfo) => store.delete(addressOf(request)),
    async add(request: RequestInfo) {
      const answer = await fetch(request);
      if (!answer.ok) throw new TypeError('bad status');
      store.set(addressOf(request), answer);
    },
    async addAll(requests: RequestInfo[]) {
      const answers = await Promise.all(requests.map(fetch));
      if (answers.some(({ ok }) => !ok)) throw new TypeError('bad status');
      for (const [index, request] of requests.entries()) store.set(addressOf(request), answers[index] as Response);
    },
  });
  const caches = {
    async open(name: string) {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return cacheOf(store);
    },
    async match(request: RequestInfo) {
      for (const store of stores.values()) if (store.has(addressOf(request))) return cacheOf(store).match(request);
      return undefined;
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  };
  const scope = { caches: caches as unknown as CacheStorage, fetch: fetch as typeof globalThis.fetch, origin: ORIGIN };
  const kept = () => Object.fromEntries([...stores].map(([name, store]) => [name, [...store.keys()]]));
  return { scope, kept, asked, network };
}
