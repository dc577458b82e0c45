import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listenLocally } from '@marquee/testing/listen-locally';
import { filePolicy } from './content-security-policy.ts';
import { loadStaticFiles } from './static-files.ts';

let directory: string;
let server: Server;
let origin: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'static-files-'));
  await mkdir(join(directory, 'assets'));
  await mkdir(join(directory, '.vite'));
  await writeFile(join(directory, 'assets', 'app-abc.js'), 'plain');
  await writeFile(join(directory, 'assets', 'app-abc.js.br'), 'brotli');
  await writeFile(join(directory, 'assets', 'app-abc.js.gz'), 'gzipped');
  await writeFile(join(directory, 'favicon.svg'), '<svg/>');
  await writeFile(join(directory, '.vite', 'manifest.json'), '{}');
  await writeFile(join(directory, 'offline.html'), '<!DOCTYPE html>');
  await writeFile(join(directory, 'service-worker.js'), 'self;');
  await writeFile(join(directory, 'manifest.webmanifest'), '{}');
  const files = await loadStaticFiles(directory, { policyOf: filePolicy });
  server = createServer((request, response) => {
    if (!files.serve(request, response, request.url ?? '/')) response.writeHead(404).end();
  });
  origin = `http://127.0.0.1:${await listenLocally(server)}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(directory, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } });

test('a hashed file is cached for a year, others are revalidated', async () => {
  const hashed = await get('/assets/app-abc.js');
  expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(hashed.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await hashed.text()).toBe('plain');
  const icon = await get('/favicon.svg');
  expect(icon.headers.get('cache-control')).toBe('no-cache');
  const again = await get('/favicon.svg', { 'if-none-match': icon.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

test('the service worker is asked for each time, and may only reach this site', async () => {
  const { headers } = await get('/service-worker.js');
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
});

test('the offline page runs no script but the files of this site; other files have no policy', async () => {
  const { headers } = await get('/offline.html');
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('content-security-policy')?.split('; ')).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'"]),
  );
  const manifest = await get('/manifest.webmanifest');
  expect(manifest.headers.get('content-type')).toBe('application/manifest+json');
  expect(manifest.headers.get('content-security-policy')).toBeNull();
});

test.each([
  ['gzip, br', 'br', '6', 'brotli'],
  ['gzip', 'gzip', '7', 'gzipped'],
  ['identity', undefined, '5', 'plain'],
])('a browser that accepts %s gets the file as it was compressed at build time', async (accepted, ...expected) => {
  const received = await new Promise((resolve) => {
    request(`${origin}/assets/app-abc.js`, { headers: { 'accept-encoding': accepted } }, async (response) => {
      const { headers } = response;
      expect([headers.vary, headers['x-content-type-options']]).toEqual(['accept-encoding', 'nosniff']);
      resolve([headers['content-encoding'], headers['content-length'], await text(response)]);
    }).end();
  });
  expect(received).toEqual(expected);
});

test('a file that is compressed has another ETag than the plain one', async () => {
  const etagOf = async (accepted: string) =>
    (await get('/assets/app-abc.js', { 'accept-encoding': accepted })).headers.get('etag') ?? '';
  const [plain, brotli] = [await etagOf('identity'), await etagOf('br')];
  expect(brotli).not.toBe(plain);
  const ask = (accepted: string, etag: string) =>
    get('/assets/app-abc.js', { 'accept-encoding': accepted, 'if-none-match': etag });
  expect((await ask('br', brotli)).status).toBe(304);
  expect((await ask('identity', brotli)).status).toBe(200);
});

test('HEAD has the headers of a file and no body', async () => {
  const head = await fetch(`${origin}/favicon.svg`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '6', '']);
  expect(head.headers.get('content-type')).toBe('image/svg+xml');
});

test('hidden files, compressed copies and paths outside are not served', async () => {
  for (const path of ['/.vite/manifest.json', '/assets/app-abc.js.br', '/assets/../../etc/passwd', '/assets/none.js']) {
    expect((await get(path)).status).toBe(404);
  }
});
