import { randomBytes } from 'node:crypto';
import { CodedPage } from './coded-page.ts';

const pageOf = (body: Buffer) => ({
  status: 200,
  headers: ['content-type', 'text/html', 'content-length', String(body.length), 'etag', '"a"'],
  body,
  etag: '"a"',
  setsCookie: false,
});

test('those who ask while a page is compressed wait for the same bytes, and later ones get them at once', async () => {
  const page = new CodedPage(pageOf(Buffer.from('long '.repeat(1_000))));
  const [first, second] = [page.in('br'), page.in('br')];
  expect(second).toBe(first);
  const coded = await first;
  expect(page.in('br')).toBe(coded);
  expect(coded.headers).toEqual([
    ...['content-type', 'text/html', 'content-length', String(coded.body.length), 'etag', '"a-br"'],
    ...['content-encoding', 'br'],
  ]);
});

test('with all its codings a page takes at most twice its bytes: what compresses badly stays as it is', async () => {
  const plain = pageOf(Buffer.from(randomBytes(5_000).toString('base64')));
  const page = new CodedPage(plain);
  expect(page.bytesMax).toBe(2 * plain.body.length);
  for (const coding of ['br', 'gzip'] as const) expect(await page.in(coding)).toBe(plain);
  const text = new CodedPage(pageOf(Buffer.from('long '.repeat(1_000))));
  const codings = await Promise.all([text.in(undefined), text.in('br'), text.in('gzip')]);
  expect(codings.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThanOrEqual(text.bytesMax);
});
