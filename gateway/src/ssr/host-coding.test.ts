import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { data } from 'react-router';
import { given, origin, renders } from '../testing/ssr-host.ts';

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
  given.content = 'long '.repeat(1_000);
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
  given.content = 'long '.repeat(1_000);
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
  given.content = 'long '.repeat(1_000);
  const viewers = await getCoded('/feed/1?preview', every);
  expect(viewers.body.toString()).toContain(given.content);
  expect([viewers.headers['content-encoding'], viewers.headers.vary]).toEqual([undefined, undefined]);
  given.answer = () => data({ content: given.content }, { headers: { 'set-cookie': 'cookie=1' } });
  expect((await getCoded('/feed/2', every)).headers['content-encoding']).toBeUndefined();
});
