import { Readable } from 'node:stream';
import { BlobNotFoundError, type BlobStore } from '@marquee/storage/blob-store';
import { segmentCache } from './segment-cache.ts';

const MIB = 1024 * 1024;

/** A store that counts what it is asked for. */
function countingStore(blobsByKey: Record<string, Buffer>) {
  const bodies: Readable[] = [];
  const get = async (key: string) => {
    const bytes = blobsByKey[key];
    const body = Readable.from(bytes ? [bytes] : []);
    bodies.push(body);
    if (!bytes) throw new BlobNotFoundError(key);
    return { key, size: bytes.length, etag: '"e"', modifiedAt: new Date(), body };
  };
  return { bodies, blobs: { get } as unknown as BlobStore };
}

test('many who ask for one segment are one request to the store, and later ones none', async () => {
  const { blobs, bodies } = countingStore({ segment: Buffer.from('bytes') });
  const cache = segmentCache(blobs, MIB);
  const answers = await Promise.all(Array.from({ length: 10 }, () => cache.get('segment')));
  expect(answers.every((answer) => answer && 'body' in answer && answer.body.toString() === 'bytes')).toBe(true);
  expect(cache.peek('segment')?.body.toString()).toBe('bytes');
  await cache.get('segment');
  expect(bodies).toHaveLength(1);
});

test('what is too large to keep is not read, and asked for once', async () => {
  const { blobs, bodies } = countingStore({ large: Buffer.alloc(9 * MIB) });
  const cache = segmentCache(blobs, 100 * MIB);
  expect(await cache.get('large')).toEqual({ size: 9 * MIB, etag: '"e"' });
  expect(await cache.get('large')).toEqual({ size: 9 * MIB, etag: '"e"' });
  expect(bodies.map(({ destroyed, readableDidRead }) => [destroyed, readableDidRead])).toEqual([[true, false]]);
});

test('what is absent is absent for all who ask at once', async () => {
  const { blobs } = countingStore({});
  const cache = segmentCache(blobs, MIB);
  expect(await Promise.all([cache.get('x'), cache.get('x')])).toEqual([undefined, undefined]);
});
