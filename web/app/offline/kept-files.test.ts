import { addressOf, at, browser, ORIGIN, RELEASE } from '../testing/worker-browser.ts';
import {
  builtFile,
  dropAll,
  dropOtherOfflinePages,
  isBuiltFile,
  isWithdrawn,
  keepOfflinePage,
  keepPage,
  keepSeen,
  pageOrOffline,
} from './kept-files.ts';

async function loadBuilt({ scope }: ReturnType<typeof browser>, path: string) {
  const work: Promise<unknown>[] = [];
  const answer = await builtFile(scope, new Request(at(path)), (one) => work.push(one));
  await Promise.all(work);
  return answer;
}

test.each([
  '/assets/entry.client-DI-jB5rQ.js',
  '/assets/root-eKE6QNDT.css',
  '/assets/inter-latin-wght-normal-Dx4kXJAl.woff2',
  '/assets/logo-abc.svg',
])('%s is kept', (path) => {
  expect(isBuiltFile(at(path), ORIGIN)).toBe(true);
});

test.each([
  ['a page', '/feed/1'],
  ['the data of a page', '/feed/1.data'],
  ['an answer of a service', '/rpc/film.v1.WatchService/GetFilmAccess?message=1'],
  ['a segment', '/v/token/0198/video_1.m4s'],
  ['a manifest of a film', '/v/token/0198/master.m3u8'],
  ['a picture', '/media/images/1/360.webp'],
  ['an upload', '/uploads/1'],
  ['the back office', '/superadmin/assets/index-abc.js'],
  ['the worker', '/service-worker.js'],
  ['the inbox', '/dev/inbox'],
  ['a folder below', '/assets/../rpc/x.js'],
  ['an address with a query', '/assets/a-1.js?of=somebody'],
  ['another kind of file', '/assets/film-1.mp4'],
  ['another origin', 'https://elsewhere.example/assets/a-1.js'],
  ['what is no address', 'assets'],
])('%s is not kept', (_what, path) => {
  expect(isBuiltFile(path.startsWith('/') ? at(path) : path, ORIGIN)).toBe(false);
});

test('a built file comes from the network once, and is there without one', async () => {
  const here = browser();
  expect(await (await loadBuilt(here, '/assets/a-1.js')).text()).toBe('/assets/a-1.js');
  here.network.isOffline = true;
  expect(await (await loadBuilt(here, '/assets/a-1.js')).text()).toBe('/assets/a-1.js');
  expect(here.asked).toEqual(['/assets/a-1.js']);
  await expect(loadBuilt(here, '/assets/b-1.js')).rejects.toThrow('Failed to fetch');
});

test('an answer that is not the whole file is given and not kept', async () => {
  const here = browser({ '/assets/gone-1.js': 404, '/assets/part-1.js': 206 });
  expect((await loadBuilt(here, '/assets/gone-1.js')).status).toBe(404);
  expect((await loadBuilt(here, '/assets/part-1.js')).status).toBe(206);
  expect(here.kept()).toEqual({});
});

test('a full disk does not keep a file from the page', async () => {
  const here = browser();
  const cache = { put: () => Promise.reject(new Error('QuotaExceededError')) };
  here.scope.caches.open = async () => cache as never;
  expect((await loadBuilt(here, '/assets/a-1.js')).status).toBe(200);
});

const page = (here: ReturnType<typeof browser>, preloaded?: Response) =>
  pageOrOffline(here.scope, new Request(at('/content')), Promise.resolve(preloaded), RELEASE);

test('a page comes from the network each time, and none is kept', async () => {
  const here = browser();
  await keepOfflinePage(here.scope, RELEASE);
  const before = here.kept();
  expect(await (await page(here)).text()).toBe('/content');
  expect(await (await page(here, new Response('preloaded'))).text()).toBe('preloaded');
  expect(here.kept()).toEqual(before);
});

test('a refusal or a failure of the server is shown as it is', async () => {
  const here = browser({ '/content': 503 });
  await keepOfflinePage(here.scope, RELEASE);
  expect((await page(here)).status).toBe(503);
});

test('without a network the offline page stands in its place, and without that the failure', async () => {
  const here = browser();
  await keepOfflinePage(here.scope, RELEASE);
  here.network.isOffline = true;
  expect(await (await page(here)).text()).toBe('/offline.html');
  await dropAll(here.scope);
  expect(here.kept()).toEqual({});
  await expect(page(here)).rejects.toThrow('Failed to fetch');
});

test('the offline page is stored whole or not at all', async () => {
  const here = browser({ '/assets/root-a.css': 404 });
  await expect(keepOfflinePage(here.scope, RELEASE)).rejects.toThrow('bad status');
  expect(here.kept()).toEqual({ 'offline-v2': [] });
});

test('a new release replaces the offline page; files of the one before stay for pages that are open', async () => {
  const here = browser();
  await keepOfflinePage(here.scope, { ...RELEASE, version: 'v1' });
  await loadBuilt(here, '/assets/film-old.js');
  await keepOfflinePage(here.scope, RELEASE);
  await dropOtherOfflinePages(here.scope, RELEASE);
  expect(Object.keys(here.kept())).toEqual(['built-files', 'offline-v2']);
  here.network.isOffline = true;
  expect((await loadBuilt(here, '/assets/film-old.js')).status).toBe(200);
});

test('of what a page names, built files alone are kept, once, and the oldest make room', async () => {
  const here = browser({ '/assets/gone-1.js': 404 });
  const named = ['/assets/a-1.js', '/rpc/x', '/feed/1', '/assets/gone-1.js', 'https://elsewhere.example/assets/a.js'];
  await keepSeen(here.scope, [...named.map(at), 7, null]);
  await keepSeen(here.scope, [at('/assets/a-1.js')]);
  await keepSeen(here.scope, 'no list');
  expect(here.asked).toEqual(['/assets/a-1.js', '/assets/gone-1.js']);
  expect(here.kept()).toEqual({ 'built-files': [at('/assets/a-1.js')] });

  await keepSeen(
    here.scope,
    Array.from({ length: 400 }, (_, index) => at(`/assets/b-${index}.js`)),
  );
  const kept = here.kept()['built-files'] ?? [];
  expect([kept.length, kept.includes(at('/assets/a-1.js'))]).toEqual([400, false]);
});

test.each([
  [404, true],
  [410, true],
  [200, false],
  [503, false],
])('a server that answers %i for the worker has withdrawn it: %s', async (status, withdrawn) => {
  const here = browser({ '/service-worker.js': status });
  expect(await isWithdrawn(here.scope, '/service-worker.js')).toBe(withdrawn);
});

test('a server that is not reached has withdrawn nothing', async () => {
  const here = browser();
  here.network.isOffline = true;
  expect(await isWithdrawn(here.scope, '/service-worker.js')).toBe(false);
});

describe('the page of a door', () => {
  const HTML = '<link href="/assets/root-a.css"><script>import("/assets/scan-b.js")</script>';
  /** A browser whose network has the page of a door, and counts how often it is asked for it. */
  function atDoor() {
    const all = browser();
    const { fetch } = all.scope;
    const answer = async (request: RequestInfo | URL, init?: RequestInit) => {
      const plain = await fetch(request, init);
      return new URL(addressOf(request)).pathname === '/scan' ? new Response(HTML) : plain;
    };
    return { ...all, scope: { ...all.scope, fetch: answer as typeof globalThis.fetch } };
  }
  const open = ({ scope }: ReturnType<typeof browser>, path: string) =>
    pageOrOffline(scope, new Request(at(path)), Promise.resolve(undefined), RELEASE);

  test('is kept with what it names and what it has loaded, and opens without a network [FES-11:offline]', async () => {
    const door = atDoor();
    const loaded = [at('/assets/reader-c.js'), at('/rpc/x'), 'https://elsewhere.example/assets/x.js', 7];
    expect(await keepPage(door.scope, '/scan', loaded)).toBe(true);
    expect(door.kept()['kept-pages']?.toSorted()).toEqual(
      ['/assets/reader-c.js', '/assets/root-a.css', '/assets/scan-b.js', '/scan'].map(at),
    );
    door.network.isOffline = true;
    expect(await (await open(door, '/scan?from=home')).text()).toBe(HTML);
    expect(await keepPage(door.scope, '/scan', loaded)).toBe(true);
  });

  test('comes from the network while there is one; other pages are never kept', async () => {
    const door = atDoor();
    expect(await keepPage(door.scope, '/settings', [])).toBe(false);
    await keepPage(door.scope, '/scan', []);
    const before = door.asked.length;
    await open(door, '/scan');
    expect(door.asked.slice(before)).toEqual(['/scan']);
  });

  test('is kept whole or not at all', async () => {
    const door = browser({ '/assets/gone.js': 404 });
    expect(await keepPage(door.scope, '/scan', [at('/assets/gone.js')])).toBe(false);
    expect(door.kept()['kept-pages']).not.toContain(at('/scan'));
  });
});
