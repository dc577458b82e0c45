import { expect, jest, test } from '@jest/globals';
import { openMetrics } from '@marquee/runtime/telemetry/open-metrics';
import { data, type ServerBuild } from 'react-router';
import { pageAsEach } from '../testing/same-bytes.ts';
import { buildOf, get, given, host, origin, renders, routes, server, text } from '../testing/ssr-host.ts';
import { pageRenderer, type RenderedPage } from './page-renderer.ts';

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
  given.now = 5_000;
  await text('/feed/1');
  expect(renders).toHaveLength(2);
});

test('a person’s page is that of everybody, but for who has a block: it is rendered for them alone, or not there [SET-08:page]', async () => {
  let asked = 0;
  const session = { cookie: 'session=of-somebody' };
  given.hasBlocks = async () => {
    asked += 1;
    return false;
  };
  const visitor = await get('/profiles/blocked');
  expect([visitor.status, visitor.headers.get('x-accel-expires')]).toEqual([200, null]);
  expect(asked).toBe(0);
  expect(await text('/profiles/blocked', session)).toBe(await visitor.text());
  expect([asked, renders.length]).toEqual([1, 1]);

  given.hasBlocks = async () => true;
  const blocked = await get('/profiles/blocked', session);
  expect([blocked.status, blocked.headers.get('cache-control')]).toEqual([404, 'no-store']);
  expect((await get('/profiles/blocked.data', session)).status).toBe(404);
  const other = await get('/profiles/other', session);
  expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await other.text()).toContain('of-the-viewer');
  expect(renders.map(({ kind }) => kind)).toEqual(['public', 'viewer', 'viewer', 'viewer']);
  // Nothing of it is kept for others, and other pages ask nobody.
  expect((await get('/profiles/blocked')).status).toBe(200);
  given.hasBlocks = async () => Promise.reject(new Error('asked'));
  expect((await get('/feed/1', session)).status).toBe(200);
});

test('a page that times out answers 503 with a text, and one whose error page failed too 500', async () => {
  const context = { transportOf: () => ({}) as never, viewer: null, run: <T>(render: () => T) => render() };
  const publicUrl = new URL('https://marquee.example');
  const rendered = (build: ServerBuild, signal: AbortSignal) => {
    const options = { publicUrl, mode: 'production', onError: () => {} } as const;
    const render = pageRenderer(build, { ...options, createContext: () => context });
    return render({ kind: 'public', address: '/feed/1', language: 'en', signal });
  };
  const header = ({ headers }: RenderedPage, name: string) => headers[headers.indexOf(name) + 1];
  const build = buildOf(routes);
  const late = await rendered(build, AbortSignal.abort());
  expect([late.status, late.body.toString()]).toEqual([503, expect.stringContaining('not available right now')]);
  expect([header(late, 'retry-after'), header(late, 'content-type')]).toEqual(['5', 'text/plain; charset=utf-8']);
  const createRequestHandler = () => async () => new Response(null, { status: 500 });
  const module = { ...build.entry.module, createRequestHandler };
  const failed = await rendered({ ...build, entry: { module } }, new AbortController().signal);
  expect([failed.status, failed.body.toString()]).toEqual([500, 'Something went wrong on our side.\n']);
  expect(header(failed, 'content-type')).toBe('text/plain; charset=utf-8');
});

test('a page that takes 15 s is aborted, and one that was answered has nothing left to abort', async () => {
  const doNotFake = ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setInterval'] as const;
  jest.useFakeTimers({ doNotFake: [...doNotFake] });
  try {
    await get('/feed/1');
    given.answer = () => {
      setImmediate(() => jest.advanceTimersByTime(15_000));
      return new Promise(() => {});
    };
    expect((await get('/feed/2')).status).toBe(503);
  } finally {
    jest.useRealTimers();
  }
  expect(renders.map(({ signal }) => signal.aborted)).toEqual([false, true]);
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
    {
      ...{ kind: 'public', address: '/feed/1?sort=new', keepsApart: false },
      language: 'en',
      signal: expect.any(AbortSignal),
    },
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

  given.answer = () => {
    throw new Response(null, { status: 302, headers: { location: '/elsewhere' } });
  };
  for (let times = 0; times < 2; times += 1) expect((await get('/feed/2')).status).toBe(302);
  expect(renders).toHaveLength(5);
  given.answer = undefined;
  expect((await get('/feed/2')).status).toBe(200);
});

test('a page that sets a cookie is rendered for each request and cached neither here nor at the edge', async () => {
  const paths = ['/feed/1', '/feed/1', '/feed/1.data'];
  let made = 0;
  const allAsked = Promise.withResolvers<void>();
  let asked = 0;
  server.on('request', () => ++asked === paths.length && setImmediate(allAsked.resolve));
  given.answer = async () => {
    await allAsked.promise;
    return data({ content: given.content }, { headers: { 'set-cookie': `cookie=${++made}` } });
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
  given.answer = undefined;
  expect((await get('/feed/1')).headers.get('set-cookie')).toBeNull();
  expect(renders).toHaveLength(5);
});

test('a page is rendered again after its tag was dropped', async () => {
  await text('/feed/1');
  await text('/feed/2');
  given.content = 'edited';
  host.drop(['film:1']);
  expect(await text('/feed/1')).toContain('edited');
  expect(await text('/feed/2')).toContain('first');
});

test("after a write its author's next page bypasses the cache once and refreshes it for all", async () => {
  await text('/feed/1');
  given.content = 'mine';
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
