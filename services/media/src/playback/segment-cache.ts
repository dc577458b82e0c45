import { BlobNotFoundError, type BlobStore } from '@marquee/storage/blob-store';
import { LRUCache } from 'lru-cache';

export type CachedBlob = { body: Buffer; etag: string };

/** Blobs that many ask for, in memory, bounded in bytes. They never change, so they are never asked for again. */
export type SegmentCache = {
  peek(key: string): CachedBlob | undefined;
  /** The blob, undefined when it is absent, or its size when it is too large to keep. */
  get(key: string): Promise<CachedBlob | { size: number; etag: string } | undefined>;
};

const BLOB_BYTES_MAX = 8 * 1024 * 1024;

export function segmentCache(blobs: BlobStore, maxBytes: number): SegmentCache {
  const kept = new LRUCache<string, CachedBlob>({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.min(BLOB_BYTES_MAX, Math.max(1, maxBytes)),
    sizeCalculation: ({ body }) => body.length + 1,
  });
  const loading = new Map<string, Promise<CachedBlob>>();

  async function load(key: string, etag: string): Promise<CachedBlob> {
    const blob = { body: await blobs.read(key), etag };
    kept.set(key, blob);
    return blob;
  }

  return {
    peek: (key) => kept.get(key),
    async get(key) {
      const known = kept.get(key) ?? loading.get(key);
      if (known) return known;
      const found = await blobs.stat(key);
      if (!found) return undefined;
      if (found.size > BLOB_BYTES_MAX) return { size: found.size, etag: found.etag };
      const joined = loading.get(key);
      if (joined) return joined;
      const flight = load(key, found.etag).finally(() => loading.delete(key));
      loading.set(key, flight);
      return flight.catch((error: unknown) => {
        if (error instanceof BlobNotFoundError) return undefined;
        throw error;
      });
    },
  };
}
