import { createServer, type Server } from 'node:http';
import { systemClock } from '@marquee/runtime/clock';
import { listenLocally } from '@marquee/testing/listen-locally';
import { buildOf, routes } from '../testing/ssr-host.ts';
import { createSsrHost } from './host.ts';
import type { PageRequest } from './page-renderer.ts';

let server: Server;
let origin: string;
let renders: PageRequest[];

beforeEach(async () => {
  renders = [];
  const host = createSsrHost({
    source: { build: buildOf(routes), files: { serve: () => false } },
    publicUrl: new URL('https://marquee.example'),
    clock: systemClock,
    readerOf: () => ({ address: '192.0.2.1' }),
    sendsSession: () => false,
    hasBlocks: async () => false,
    freshCookie: 'fresh',
    clearFresh: () => undefined,
    languages: ['en', 'es', 'fr'],
    languageCookie: 'language',
    onError: (error) => {
      throw error;
    },
    createContext: (page) => {
      renders.push(page);
      return { transportOf: () => ({}) as never, viewer: null, run: (render) => render() };
    },
  });
  server = createServer((request, response) => {
    if (!host.serveEarly(request, response))
      host.handler(request, response, (error) => response.destroy(error as Error));
  });
  origin = `http://127.0.0.1:${await listenLocally(server)}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const get = (headers: Record<string, string>) => fetch(`${origin}/feed/1`, { headers });
const rendered = () => renders.map(({ language }) => language);

test('a public page is rendered and cached once for each language [SET-07]', async () => {
  for (let times = 0; times < 2; times += 1)
    for (const language of ['es-MX,es;q=0.9', 'fr', 'en-GB']) await (await get({ 'accept-language': language })).text();
  expect(rendered()).toEqual(['es', 'fr', 'en']);
});

test('a chosen language comes before those of the browser, on public pages and those of an account [SET-07]', async () => {
  const headers = { 'accept-language': 'es', cookie: 'session=x; language=fr' };
  await (await get(headers)).text();
  await (await fetch(`${origin}/account`, { headers })).text();
  expect(renders.map(({ kind, language }) => [kind, language])).toEqual([
    ['public', 'fr'],
    ['viewer', 'fr'],
  ]);
});

test('a language that is not ours makes no entry of its own [SET-07]', async () => {
  for (const cookie of ['language=de', 'language=__proto__', `language=${'x'.repeat(2_000)}`, 'language='])
    for (const wanted of ['de', 'pt-BR', '*']) await (await get({ 'accept-language': wanted, cookie })).text();
  expect(rendered()).toEqual(['en']);
});

test('a public page says what it depends on, also when it is unchanged', async () => {
  const page = await get({});
  const unchanged = await get({ 'if-none-match': page.headers.get('etag') ?? '' });
  expect(unchanged.status).toBe(304);
  for (const { headers } of [page, unchanged])
    expect(headers.get('vary')).toBe('accept-encoding, accept-language, cookie');
});

test('a page and its data name their language, without which an edge does not cache them [SET-07]', async () => {
  const headers = { 'accept-language': 'es', cookie: 'language=fr' };
  for (const path of ['/feed/1', '/feed/1.data']) {
    const answer = await fetch(origin + path, { headers });
    expect([path, answer.headers.get('content-language')]).toEqual([path, 'fr']);
    expect(answer.headers.get('x-accel-expires')).not.toBeNull();
  }
});
