import type { Readable } from 'node:stream';

/** Bytes `start` to `end`, both inclusive and counted from 0; without `end`, to the last byte. */
export type ByteRange = { start: number; end?: number };

/** What is known of a stored blob without reading it. `size` is in bytes; `etag` changes whenever the bytes do. */
export type BlobStat = { key: string; size: number; etag: string; modifiedAt: Date };

export type StoredBlob = BlobStat & { body: Readable };

/** A file on this machine that holds a blob's bytes until `release` is called; never write to it. */
export type LocalCopy = { path: string; release(): Promise<void> };

/**
 * Where bytes live: a disk in the embedded form, an S3 bucket in the scaled one. One contract suite
 * (`blob-store-contract.ts`) holds for every adapter.
 *
 * - A blob appears whole or not at all: a reader never sees half a write, and an aborted `put` leaves nothing.
 * - Keys are relative paths, checked by `assertBlobKey`; a wrong one throws `BlobKeyError` from every method.
 * - `get`, `read` and `localCopy` of an absent key throw `BlobNotFoundError`; `stat` answers undefined.
 */
export type BlobStore = {
  put(key: string, body: Readable | Uint8Array): Promise<BlobStat>;
  /** Takes over a file of this machine: afterwards it belongs to the store and `path` is gone. */
  putFile(key: string, path: string): Promise<BlobStat>;
  get(key: string, options?: { range?: ByteRange; signal?: AbortSignal }): Promise<StoredBlob>;
  /** The whole blob (or a range of it) in memory: for what is known to be small. */
  read(key: string, options?: { range?: ByteRange }): Promise<Buffer>;
  stat(key: string): Promise<BlobStat | undefined>;
  /** True when there was something to delete. */
  delete(key: string): Promise<boolean>;
  /** Every blob whose key starts with `prefix`, which ends in '/' or is empty, in order of key. */
  list(prefix: string): AsyncIterable<BlobStat>;
  /** Deletes what `list(prefix)` would name and answers how many that were. An empty prefix is refused. */
  deletePrefix(prefix: string): Promise<number>;
  /** For programs that read files (ffmpeg): the blob as a file, without a copy where the store is a disk. */
  localCopy(key: string): Promise<LocalCopy>;
};

export class BlobNotFoundError extends Error {
  readonly key: string;
  constructor(key: string, options?: ErrorOptions) {
    super(`No blob under ${key}`, options);
    this.name = 'BlobNotFoundError';
    this.key = key;
  }
}

export class BlobKeyError extends Error {
  constructor(key: string) {
    super(`Not a blob key: ${JSON.stringify(key.slice(0, 100))}`);
    this.name = 'BlobKeyError';
  }
}

/** A range that starts behind the blob's last byte; `size` is what an HTTP 416 has to tell. */
export class BlobRangeError extends Error {
  readonly size: number;
  constructor(key: string, size: number) {
    super(`Range outside of ${key} (${size} bytes)`);
    this.name = 'BlobRangeError';
    this.size = size;
  }
}

const KEY_LENGTH_MAX = 512;
const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

/**
 * Refuses everything that is not a plain relative path: no '..', no leading '/', no empty or hidden segment, no
 * backslash, no percent sign, no control character. So a key can become a file name or a URL as it stands.
 */
export function assertBlobKey(key: string): void {
  if (key.length === 0 || key.length > KEY_LENGTH_MAX) throw new BlobKeyError(key);
  for (const segment of key.split('/')) if (!SEGMENT.test(segment)) throw new BlobKeyError(key);
}

/** A prefix is empty or a key followed by '/'. */
export function assertBlobPrefix(prefix: string): void {
  if (prefix === '') return;
  if (!prefix.endsWith('/')) throw new BlobKeyError(prefix);
  assertBlobKey(prefix.slice(0, -1));
}

/** The range cut to the blob: `end` is inclusive and inside. Throws `BlobRangeError` when nothing is left. */
export function resolveRange(key: string, size: number, range: ByteRange): { start: number; end: number } {
  const { start } = range;
  const end = Math.min(range.end ?? size - 1, size - 1);
  if (!Number.isSafeInteger(start) || start < 0 || start > end) throw new BlobRangeError(key, size);
  return { start, end };
}
