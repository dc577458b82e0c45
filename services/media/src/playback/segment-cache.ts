import { buffer } from 'node:stream/consumers';
import { atMost } from '@marquee/runtime/at-most';
import { BlobNotFoundError, type BlobStore } from '@marquee/storage/blob-store';
import { LRUCache } from 'lru-cache';

export type CachedBlob = { body: Buffer; etag: string };
export type LargeBlob = { size: number; etag: string };

/** Caches blobs in memory, bounded in bytes. Blobs never change, so entries do not expire. */
export type SegmentCache = {
  peek(key: string): CachedBlob | undefined;
  /** The blob, undefined when it is absent, or its size when it is too large to keep. */
  get(key: string): Promise<CachedBlob | LargeBlob | undefined>;
};

const BLOB_BYTES_MAX = 8 * 1024 * 1024;
const LARGE_BLOBS_MAX = 10_000;

export function segmentCache(blobs: BlobStore, maxBytes: number): SegmentCache {
  const kept = new LRUCache<string, CachedBlob>({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.min(BLOB_BYTES_MAX, Math.max(1, maxBytes)),
    sizeCalculation: ({ body }) => body.length + 1,
  });
  const large = new LRUCache<string, LargeBlob>(atMost(LARGE_BLOBS_MAX));
  const loading = new Map<string, Promise<CachedBlob | LargeBlob | undefined>>();

  /** One request, which is aborted when the blob proves too large to cache. */
  async function load(key: string): Promise<CachedBlob | LargeBlob> {
    const { body, size, etag } = await blobs.get(key);
    if (size > BLOB_BYTES_MAX) {
      body.on('error', () => {}).destroy();
      large.set(key, { size, etag });
      return { size, etag };
    }
    const blob = { body: await buffer(body), etag };
    kept.set(key, blob);
    return blob;
  }

  return {
    peek: (key) => kept.get(key),
    async get(key) {
      const known = kept.get(key) ?? large.get(key) ?? loading.get(key);
      if (known) return known;
      const flight = load(key)
        .catch((error: unknown) => {
          if (error instanceof BlobNotFoundError) return undefined;
          throw error;
        })
        .finally(() => loading.delete(key));
      loading.set(key, flight);
      return flight;
    },
  };
}
