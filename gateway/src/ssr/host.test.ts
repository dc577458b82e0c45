import { createHash } from 'node:crypto';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { systemClock } from '@marquee/runtime/clock';
import { openMetrics } from '@marquee/runtime/telemetry/open-metrics';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import {
  createContext,
  createRequestHandler,
  data,
  matchRoutes,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import { pageAsEach } from '../testing/same-bytes.ts';
import type { Reader } from './admission.ts';
import { createSsrHost, type SsrHost } from './host.ts';
import { type PageRequest, type PageViewer, pageRenderer } from './page-renderer.ts';

type Loader = (page: {
  url: URL;
  request: Request;
  params: Record<string, string>;
  nonce: string;
  viewer: PageViewer | null;
}) => unknown;

const nonceKey = createContext<string>();
const viewerKey = createContext<PageViewer | null>();
const documentKey = createContext<string | null>(null);

/** A build with the parts that the host uses. The document is the leaf's data and one script with the nonce. */
function buildOf(routes: Record<string, { path: string; publicPage?: object; loader: Loader }>): ServerBuild {
  const manifest = Object.fromEntries(
    Object.entries(routes).map(([id, { path, publicPage, loader }]) => [
      id,
      {
        id,
        path,
        module: {
          default: () => null,
          handle: { publicPage },
          loader: ({ url, request, params, context }: Parameters<typeof loaderArgs>[0]) =>
            loader(loaderArgs({ url, request, params, context })),
        },
      },
    ]),
  );
  const entry = {
    createRequestHandler,
    matchRoutes,
    createLoadContext: ({ nonce, viewer }: { nonce: string; viewer: PageViewer | null }) => {
      const context = new RouterContextProvider();
      context.set(nonceKey, nonce);
      context.set(viewerKey, viewer);
      return context;
    },
    takeDocument: (context: RouterContextProvider) => context.get(documentKey),
    handleError: () => undefined,
    default: async (
      _request: Request,
      status: number,
      headers: Headers,
      { staticHandlerContext }: { staticHandlerContext: { loaderData: object } },
      context: RouterContextProvider,
    ) => {
      const data = JSON.stringify(Object.values(staticHandlerContext.loaderData));
      context.set(documentKey, `<p>${data}</p><script nonce="${context.get(nonceKey)}">ours()</script>`);
      headers.set('content-type', 'text/html');
      return new Response(null, { status, headers });
    },
  };
  return {
    entry: { module: entry },
    routes: manifest,
    assets: { routes: {}, version: '1' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild;
}

function loaderArgs(args: {
  url: URL;
  request: Request;
  params: Record<string, string>;
  context: RouterContextProvider;
}) {
  const { url, request, params, context } = args;
  return { url, request, params, nonce: context.get(nonceKey), viewer: context.get(viewerKey) };
}

const viewer = { accountId: 'of-the-viewer' } as PageViewer;
let renders: PageRequest[];
let errors: unknown[];
let now: number;
let host: SsrHost;
let server: Server;
let received: number;
let left: number;
let reader: Reader;
const admission = { busyRunningMax: 1, runningMax: 1, perAddressMax: 2, waitMsMax: 60_000, isBusy: () => true };
let origin: string;
let content: string;
/** What the film's loader gives or throws instead of the film. */
let answer: (() => unknown) | undefined;

const routes = {
  film: {
    path: '/feed/:filmId',
    publicPage: {
      tags: ({ filmId }: Record<string, string>) => [`film:${filmId}`],
      query: ['sort', 'genre'],
      unless: ['preview'],
    },
    loader: (({ url, request, params, viewer }) => {
      if (params.filmId === 'none') throw new Response(null, { status: 404 });
      if (params.filmId === 'broken') throw new Error('broken');
      if (answer) return answer();
      return { content, url: `${url.pathname}${url.search}`, headers: [...request.headers.keys()], viewer };
    }) as Loader,
  },
  rest: {
    path: '*',
    loader: (({ url }) => data({ origin: url.origin }, { status: 404 })) as Loader,
  },
  account: {
    path: '/account',
    loader: (({ request, viewer }) => ({ cookie: request.headers.get('cookie'), viewer })) as Loader,
  },
};

beforeEach(async () => {
  renders = [];
  errors = [];
  now = 0;
  content = 'first';
  answer = undefined;
  reader = { address: '192.0.2.1' };
  received = 0;
  left = 0;
  server = createServer();
  origin = `http://127.0.0.1:${await listenLocally(server)}`;
  host = createSsrHost({
    source: { build: buildOf(routes), files: { serve: () => false } },
    publicUrl: new URL('https://marquee.example'),
    clock: systemClock,
    readerOf: () => reader,
    admission,
    freshCookie: 'fresh',
    clearFresh: (response) => response.setHeader('set-cookie', 'fresh=; Max-Age=0'),
    headers: { 'x-content-type-options': 'nosniff' },
    onError: (error) => errors.push(error),
    cache: { now: () => now },
    createContext: (page) => {
      renders.push(page);
      return { transportOf: () => ({}) as never, viewer, run: (render) => render() };
    },
  });
  server.on('request', (request, response) => {
    received += 1;
    response.once('close', () => {
      if (!response.writableFinished) left += 1;
    });
    if (host.serveEarly(request, response)) return;
    host.handler(request, response, (error) => {
      errors.push(error);
      response.writeHead(500).end();
    });
  });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${origin}${path}`, { headers, method, redirect: 'manual' });
const text = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text();

test('a public page has the same bytes for everybody and is rendered once in 5 s', async () => {
  const visitor = await get('/feed/1');
  const owner = await get('/feed/1', {
    cookie: 'marquee-session=owner',
    'user-agent': 'other',
    'x-forwarded-host': 'evil',
  });
  expect(await owner.text()).toBe(await visitor.text());
  expect(owner.headers.get('content-security-policy')).toBe(visitor.headers.get('content-security-policy'));
  expect(renders).toHaveLength(1);
  now = 5_000;
  await text('/feed/1');
  expect(renders).toHaveLength(2);
});

test('a page that times out answers 503 with a text', async () => {
  const context = { transportOf: () => ({}) as never, viewer: null, run: <T>(render: () => T) => render() };
  const publicUrl = new URL('https://marquee.example');
  const render = pageRenderer(buildOf(routes), {
    ...{ publicUrl, mode: 'production', onError: () => {} },
    createContext: () => context,
  });
  const page = await render({ kind: 'public', address: '/feed/1', language: 'en', signal: AbortSignal.abort() });
  expect([page.status, page.body.toString()]).toEqual([503, expect.stringContaining('not available right now')]);
  expect(page.headers[page.headers.indexOf('retry-after') + 1]).toBe('5');
});

test('a public page rendered for visitor, owner and staff has the same bytes', async () => {
  const pages = await pageAsEach(`${origin}/feed/1`, 'fresh', { visitor: '', owner: 'session=o', staff: 'session=s' });
  expect(renders).toHaveLength(3);
  const [{ body, policy } = { body: '', policy: '' }] = pages;
  for (const page of pages) expect(page).toMatchObject({ status: 200, body, policy });
});

test('a public page is rendered without cookies, headers or unlisted parameters', async () => {
  const body = await text('/feed/1?utm=poison&sort=new&sort=second&x=<script>', {
    cookie: 'marquee-session=owner',
    authorization: 'Bearer x',
    'x-forwarded-host': 'evil.example',
    'x-react-router-prerender-data': 'poison',
  });
  expect(body).toContain('"url":"/feed/1?sort=new"');
  expect(body).toContain('"headers":["accept-language"]');
  expect(body).toContain('"viewer":null');
  expect(body).not.toContain('poison');
  expect(renders).toEqual([
    { kind: 'public', address: '/feed/1?sort=new', language: 'en', signal: expect.any(AbortSignal) },
  ]);
});

test('unlisted parameters share one entry, listed ones count in any order and by value', async () => {
  await text('/feed/1?a=1');
  await text('/feed/1?b=2');
  await text('/feed/1?sort=');
  await text('/feed/1');
  expect(renders).toHaveLength(1);
  await text('/feed/1?sort=new&genre=Drama');
  await text('/feed/1?genre=Drama&z=1&sort=new');
  expect(renders).toHaveLength(2);
  expect(await text('/feed/1?sort=old')).toContain('sort=old');
  expect(renders).toHaveLength(3);
});

test('addresses are built from the public URL, never from the Host header', async () => {
  await text('/feed/1', { host: 'evil.example' });
  expect(await text('/feed/1')).not.toContain('evil');
});

test('document and data of a page are cached apart', async () => {
  expect((await get('/feed/1')).headers.get('content-type')).toContain('text/html');
  expect((await get('/feed/1.data')).headers.get('content-type')).toContain('text/x-script');
  expect((await get('/feed/1')).headers.get('content-type')).toContain('text/html');
  expect(renders).toHaveLength(2);
});

test('partial data is rendered per request and never cached', async () => {
  await text('/feed/1.data?_routes=film');
  await text('/feed/1.data?_routes=nothing');
  const whole = await text('/feed/1.data');
  expect(whole).toContain('first');
  expect(renders).toHaveLength(3);
});

test('200 and 404 are cached, errors and redirects are not', async () => {
  expect((await get('/feed/none')).status).toBe(404);
  const missing = await get('/feed/none');
  expect([missing.status, missing.headers.get('x-accel-expires')]).toEqual([404, '1']);
  expect(renders).toHaveLength(1);

  expect((await get('/feed/broken')).status).toBe(500);
  expect((await get('/feed/broken')).headers.get('x-accel-expires')).toBeNull();
  expect(renders).toHaveLength(3);

  answer = () => {
    throw new Response(null, { status: 302, headers: { location: '/elsewhere' } });
  };
  for (let times = 0; times < 2; times += 1) expect((await get('/feed/2')).status).toBe(302);
  expect(renders).toHaveLength(5);
  answer = undefined;
  expect((await get('/feed/2')).status).toBe(200);
});

test('a page that sets a cookie is rendered for each request and cached neither here nor at the edge', async () => {
  const paths = ['/feed/1', '/feed/1', '/feed/1.data'];
  let made = 0;
  const allAsked = Promise.withResolvers<void>();
  let asked = 0;
  server.on('request', () => ++asked === paths.length && setImmediate(allAsked.resolve));
  answer = async () => {
    await allAsked.promise;
    return data({ content }, { headers: { 'set-cookie': `cookie=${++made}` } });
  };
  const answers = await Promise.all(paths.map((path) => get(path)));
  answers.push(await get('/feed/1'));
  expect(answers.map(({ headers }) => headers.get('set-cookie')).sort()).toEqual([
    'cookie=1',
    'cookie=2',
    'cookie=3',
    'cookie=4',
  ]);
  for (const { headers } of answers) expect(headers.get('x-accel-expires')).toBeNull();
  answer = undefined;
  expect((await get('/feed/1')).headers.get('set-cookie')).toBeNull();
  expect(renders).toHaveLength(5);
});

test('a page is rendered again after its tag was dropped', async () => {
  await text('/feed/1');
  await text('/feed/2');
  content = 'edited';
  host.drop(['film:1']);
  expect(await text('/feed/1')).toContain('edited');
  expect(await text('/feed/2')).toContain('first');
});

test("after a write its author's next page bypasses the cache once and refreshes it for all", async () => {
  await text('/feed/1');
  content = 'mine';
  const own = await get('/feed/1', { cookie: `a=b; fresh=${Date.now()}` });
  expect(await own.text()).toContain('mine');
  expect(own.headers.get('set-cookie')).toContain('fresh=; Max-Age=0');
  const other = await get('/feed/1');
  expect(await other.text()).toContain('mine');
  expect(other.headers.get('set-cookie')).toBeNull();
  expect(renders).toHaveLength(2);
});

test('a cached page contains no nonce; its policy allows the script of the app by hash', async () => {
  const page = await get('/feed/1');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(await page.text()).toContain('<script>ours()</script>');
  expect(policy).toContain("'sha256-");
  expect(policy).not.toContain('nonce-');
  expect(page.headers.get('cache-control')).toBe('no-cache');
  // For the edge only: one second.
  expect(page.headers.get('x-accel-expires')).toBe('1');
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
});

/** Without the decoding of fetch. */
function getCoded(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    httpRequest(`${origin}${path}`, { headers }, async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) });
    })
      .on('error', reject)
      .end();
  });
}

test.each([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
  ['gzip', 'br;q=0, gzip;q=0.5', gunzipSync],
])('a public page is sent in %s to those who accept %s, compressed once', async (coding, accepted, decode) => {
  content = 'long '.repeat(1_000);
  const plain = await getCoded('/feed/1', {});
  const first = await getCoded('/feed/1', { 'accept-encoding': accepted });
  const again = await getCoded('/feed/1', { 'accept-encoding': accepted });
  expect(renders).toHaveLength(1);
  expect(decode(first.body)).toEqual(plain.body);
  expect(first.body.length).toBeLessThan(plain.body.length / 2);
  expect(again.body).toEqual(first.body);
  for (const { headers } of [first, again]) {
    expect(headers).toMatchObject({
      'content-encoding': coding,
      'content-length': String(first.body.length),
      'content-security-policy': plain.headers['content-security-policy'],
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    });
  }
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding', 'content-length': String(plain.body.length) });
  expect(plain.headers['content-encoding']).toBeUndefined();
});

test('each coding of a page has an ETag of its own, which names its bytes alone', async () => {
  content = 'long '.repeat(1_000);
  const codings = ['br', 'gzip', 'identity'];
  const etags: string[] = [];
  for (const accepted of codings)
    etags.push(String((await getCoded('/feed/1', { 'accept-encoding': accepted })).headers.etag));
  expect(new Set(etags).size).toBe(3);
  for (const [at, accepted] of codings.entries()) {
    const statuses = await Promise.all(
      etags.map(async (etag) => {
        const answer = await getCoded('/feed/1', { 'accept-encoding': accepted, 'if-none-match': etag });
        if (answer.status === 304) expect(answer.headers).toMatchObject({ etag, vary: 'accept-encoding' });
        return answer.status;
      }),
    );
    expect(statuses).toEqual(codings.map((_, other) => (other === at ? 304 : 200)));
  }
});

test('a page of the viewer, one that sets a cookie and a short one are sent as they are', async () => {
  const every = { 'accept-encoding': 'gzip, br' };
  expect((await getCoded('/feed/1', every)).headers['content-encoding']).toBeUndefined();
  content = 'long '.repeat(1_000);
  const viewers = await getCoded('/feed/1?preview', every);
  expect(viewers.body.toString()).toContain(content);
  expect([viewers.headers['content-encoding'], viewers.headers.vary]).toEqual([undefined, undefined]);
  answer = () => data({ content }, { headers: { 'set-cookie': 'cookie=1' } });
  expect((await getCoded('/feed/2', every)).headers['content-encoding']).toBeUndefined();
});

test('a page of the viewer is rendered per request, with its own nonce, and never cached', async () => {
  const first = await get('/account', { cookie: 's=1' });
  const second = await get('/account', { cookie: 's=1' });
  const nonce = first.headers.get('content-security-policy')?.match(/nonce-([\w-]+)/)?.[1];
  expect(nonce).toBeTruthy();
  const document = await first.text();
  expect(document).toContain(`nonce="${nonce}"`);
  expect(document).toContain('of-the-viewer');
  expect(first.headers.get('set-cookie')).toBeNull();
  expect(second.headers.get('content-security-policy')).not.toContain(String(nonce));
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect(renders.map(({ kind }) => kind)).toEqual(['viewer', 'viewer']);
  const written = await get('/account', { cookie: `fresh=${Date.now()}` });
  expect(written.headers.get('set-cookie')).toContain('fresh=; Max-Age=0');
});

test('the preview of a public page is a page of the viewer', async () => {
  await text('/feed/1');
  const preview = await get('/feed/1?preview=1');
  expect(preview.headers.get('cache-control')).toBe('no-store');
  expect(preview.headers.get('x-accel-expires')).toBeNull();
  expect(renders.map(({ kind }) => kind)).toEqual(['public', 'viewer']);
});

test('an unchanged page answers 304, and HEAD has no body', async () => {
  const first = await get('/feed/1');
  const etag = first.headers.get('etag') ?? '';
  expect(first.headers.get('content-length')).toBe(String((await first.arrayBuffer()).byteLength));
  expect((await get('/feed/1', { 'if-none-match': etag })).status).toBe(304);
  const head = await get('/feed/1', {}, 'HEAD');
  expect(head.headers.get('content-length')).toBe(first.headers.get('content-length'));
  expect(await head.text()).toBe('');
  expect((await get('/feed/1', {}, 'POST')).status).toBe(405);
  expect(renders).toHaveLength(1);
});

test('a missing file answers 404 without rendering, and pages allow only GET and HEAD', async () => {
  for (const path of [
    '/assets/x.js',
    '/images/1/400.avif',
    '/v/token/x',
    '/poster.jpg',
    '/superadmin/x',
    '/.well-known/x',
  ]) {
    expect((await get(path)).status).toBe(404);
  }
  expect((await get('/feed/1', {}, 'POST')).status).toBe(405);
  expect(renders).toHaveLength(0);
});

test('malformed addresses are answered, on the public URL', async () => {
  for (const path of ['/%', '/feed/%E0%A4%A']) expect((await get(path)).status).toBe(400);
  const elsewhere = await get('//evil.example/x');
  expect(elsewhere.status).toBe(404);
  expect(await elsewhere.text()).toContain('https://marquee.example');
  for (const path of [`/feed/${'a'.repeat(3_000)}`, '/feed/1?sort=%']) expect((await get(path)).status).toBe(200);
});

test('an overlong address or value is rendered and not cached', async () => {
  const encoded = encodeURIComponent('é').repeat(200);
  for (const path of [`/feed/${'a'.repeat(1_500)}`, `/feed/1?sort=${'a'.repeat(300)}`, `/feed/1?sort=${encoded}`]) {
    renders.length = 0;
    await text(path);
    await text(path);
    expect(renders).toHaveLength(2);
  }
});

test('pages are measured by route, status and cache result, not by address [SYS-04:metrics]', async () => {
  const metrics = openMetrics({ service: 'gateway' });
  for (const path of ['/feed/1', '/feed/1', '/feed/1?sort=new', '/feed/2', '/feed/none', '/account', '/no/such/page'])
    await text(path);
  const found = (await metrics.text()).matchAll(/^marquee_page_seconds_count\{(.*),service="gateway"\} (\d+)$/gm);
  expect(Object.fromEntries([...found].map(([, labels, count]) => [labels, Number(count)]))).toEqual({
    'route="/feed/:filmId",status="200",cache="miss"': 3,
    'route="/feed/:filmId",status="200",cache="hit"': 1,
    'route="/feed/:filmId",status="404",cache="miss"': 1,
    'route="/account",status="200",cache="none"': 1,
    'route="other",status="404",cache="none"': 1,
  });
  expect(await metrics.text()).toContain(
    'marquee_cache_lookups_total{cache="page",result="hit",service="gateway"} 1\n',
  );
  metrics.close();
});

/** Makes the film's loader wait, and says when this many pages wait in it. */
function slowFilm() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  answer = async () => {
    signals.push(...renders.slice(signals.length).map(({ signal }) => signal));
    await promise;
    return { content };
  };
  return {
    finish: resolve,
    loading: (count: number) => eventually(() => expect(signals).toHaveLength(count)),
    signals,
  };
}

const asked = (count: number) => eventually(() => expect(received).toBe(count));

test('a page over the share of an address is refused with 503, a time to wait, and a page that says so', async () => {
  const film = slowFilm();
  const served = [get('/feed/1'), get('/feed/2')];
  await asked(2);
  // Those who are refused together come back spread over four seconds.
  const chance = jest.spyOn(Math, 'random').mockReturnValue(0.999);
  const refused = await get('/feed/3');
  expect(refused.status).toBe(503);
  const waitS = refused.headers.get('retry-after');
  expect(waitS).toBe('5');
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
  const page = await refused.text();
  expect(page).toContain('<h1>Marquee is very busy right now.</h1>');
  expect(page).toContain(`tries again by itself in ${waitS} seconds`);
  const style = createHash('sha256')
    .update(/<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? '')
    .digest('base64');
  expect(refused.headers.get('content-security-policy')).toContain(`style-src 'sha256-${style}'`);

  chance.mockReturnValue(0);
  const part = await get('/feed/3.data');
  expect([part.status, part.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8']);
  expect(await part.text()).toBe('Marquee is very busy right now. Please try again in 2 seconds.\n');
  chance.mockRestore();
  expect(await (await get('/feed/3', {}, 'HEAD')).text()).toBe('');

  film.finish();
  for (const page of await Promise.all(served)) expect(page.status).toBe(200);
  expect(errors).toEqual([]);
});

test('pages of the viewer have the same share', async () => {
  const film = slowFilm();
  const served = [get('/feed/1'), get('/feed/2')];
  await asked(2);
  expect((await get('/account')).status).toBe(503);
  film.finish();
  await Promise.all(served);
  expect((await get('/account')).status).toBe(200);
});

test('a cached page is served while renders are refused, and joining a render takes no share', async () => {
  expect((await get('/feed/kept')).status).toBe(200);
  const film = slowFilm();
  const served = [get('/feed/1'), get('/feed/2'), get('/feed/1'), get('/feed/1')];
  await asked(5);
  expect((await get('/feed/3')).status).toBe(503);
  expect((await get('/feed/kept')).status).toBe(200);
  film.finish();
  expect((await Promise.all(served)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('a render that waits is not begun when its reader has left, and one that runs is aborted', async () => {
  const film = slowFilm();
  const [running, waiting] = [new AbortController(), new AbortController()];
  const pages = [running, waiting].map(({ signal }, index) =>
    fetch(`${origin}/feed/${index}`, { signal }).catch((error: Error) => error.name),
  );
  await asked(2);
  await film.loading(1);
  waiting.abort();
  expect(await pages[1]).toBe('AbortError');
  await eventually(() => expect(left).toBe(1));
  running.abort();
  expect(await pages[0]).toBe('AbortError');
  await eventually(() => expect(film.signals[0]?.aborted).toBe(true));
  film.finish();
  expect((await get('/feed/3')).status).toBe(200);
  expect(renders.map((page) => page.kind === 'public' && page.address)).toEqual(['/feed/0', '/feed/3']);
  expect(errors).toEqual([]);
});

test('nothing is rendered for a reader who left before the page began', async () => {
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    response.destroy();
    host.handler(request, response, (error) => errors.push(error));
  });
  await expect(get('/account')).rejects.toThrow();
  expect([renders, errors]).toEqual([[], []]);
});

test('refused pages are measured, and a page that was begun under its route [SYS-04:metrics]', async () => {
  const metrics = openMetrics({ service: 'gateway' });
  const film = slowFilm();
  const served = [get('/feed/1'), get('/feed/2')];
  await asked(2);
  expect((await get('/feed/3')).status).toBe(503);
  // The author of a write joins no render that began before it.
  expect((await get('/feed/1', { cookie: `fresh=${Date.now()}` })).status).toBe(503);
  for (const route of ['other', '/feed/:filmId']) {
    const series = `marquee_page_seconds_count{route="${route}",status="503",cache="none",service="gateway"}`;
    expect(await metrics.text()).toContain(`${series} 1\n`);
  }
  film.finish();
  await Promise.all(served);
  metrics.close();
});

test('the cookie of a write bypasses only pages that began to be rendered before it', async () => {
  await text('/feed/1');
  now = 60_000;
  await text('/feed/1');
  now = 62_000;
  const wrote = (agoMs: number) => ({ cookie: `fresh=${Date.now() - agoMs}` });
  await text('/feed/1', wrote(2_300));
  expect(renders).toHaveLength(2);
  await text('/feed/1', wrote(1_500));
  expect(renders).toHaveLength(3);
  // Of no use to who makes it up: a time to come, and what is no time.
  for (const cookie of [`fresh=${Date.now() + 60_000}`, 'fresh=', 'fresh=soon']) await text('/feed/1', { cookie });
  expect(renders).toHaveLength(3);
});
