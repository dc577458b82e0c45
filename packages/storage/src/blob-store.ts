import type { Readable } from 'node:stream';

/** Bytes `start` to `end`, both inclusive and counted from 0; without `end`, to the last byte. */
export type ByteRange = { start: number; end?: number };

/** What is known of a stored blob without reading it. `size` is in bytes; `etag` changes whenever the bytes do. */
export type BlobStat = { key: string; size: number; etag: string; modifiedAt: Date };

export type StoredBlob = BlobStat & { body: Readable };

/** A file on this machine that holds a blob's bytes until `release` is called; never write to it. */
export type LocalCopy = { path: string; release(): Promise<void> };

/**
 * Where bytes live: a disk when embedded, an S3 bucket when scaled. One contract suite
 * (`blob-store-contract.ts`) holds for every adapter.
 *
 * - A blob appears whole or not at all: a reader never sees half a write, and an aborted `put` leaves nothing.
 * - Keys are relative paths, checked by `assertBlobKey`; a wrong one throws `BlobKeyError` from every method.
 * - `get`, `read` and `localCopy` of an absent key throw `BlobNotFoundError`; `stat` answers undefined.
 * - A store that does not answer throws `BlobsUnavailableError`, one without room `BlobsFullError`.
 */
export type BlobStore = {
  put(key: string, body: Readable | Uint8Array): Promise<BlobStat>;
  /** Takes over a file of this machine: afterwards it belongs to the store and `path` is gone. */
  putFile(key: string, path: string): Promise<BlobStat>;
  get(key: string, options?: { range?: ByteRange; signal?: AbortSignal }): Promise<StoredBlob>;
  /** The whole blob (or a range of it) in memory: for what is known to be small. */
  read(key: string, options?: { range?: ByteRange }): Promise<Buffer>;
  stat(key: string): Promise<BlobStat | undefined>;
  /**
   * True when there was something to delete. In S3 that is asked before: of several who delete one key at once, more
   * than one may hear true.
   */
  delete(key: string): Promise<boolean>;
  /** Every blob whose key starts with `prefix`, which ends in '/' or is empty, in order of key. */
  list(prefix: string): AsyncIterable<BlobStat>;
  /** Deletes what `list(prefix)` would name and answers how many that were. An empty prefix is refused. */
  deletePrefix(prefix: string): Promise<number>;
  /**
   * For programs that read files (ffmpeg): the blob as a file, without a copy where the store is a disk. A copy goes
   * into `folder`, or else among the temporary files of the machine.
   */
  localCopy(key: string, options?: { folder?: string; signal?: AbortSignal }): Promise<LocalCopy>;
  /** Only where the store can put a blob together from parts that arrive over days and through several processes. */
  parts?: BlobParts;
};

export type BlobPart = { number: number; size: number; etag: string };

/**
 * An unfinished blob. Its parts are numbered from 1 and become the blob in that order; each but the last has at least
 * `sizeMin` bytes, and there are `countMax` at most. Nobody sees the blob before `complete`. A part may be put again:
 * the later one counts.
 */
export type BlobParts = {
  sizeMin: number;
  countMax: number;
  /** The unfinished write of this key; the oldest if there are several. */
  find(key: string): Promise<string | undefined>;
  /** The unfinished write of this key, started if there is none. */
  open(key: string): Promise<string>;
  /** @throws BlobNotFoundError when it was completed or aborted, here and below. */
  put(key: string, making: string, number: number, body: Uint8Array): Promise<void>;
  /** In order of number. */
  list(key: string, making: string): Promise<BlobPart[]>;
  complete(key: string, making: string, parts: BlobPart[]): Promise<BlobStat>;
  /** Aborts all unfinished writes of this key, and returns how many there were. */
  abort(key: string): Promise<number>;
};

/** The key has no blob, or its write was completed or aborted. */
export class BlobNotFoundError extends Error {
  readonly key: string;
  constructor(key: string, options?: ErrorOptions) {
    super(`No blob under ${key}`, options);
    this.name = 'BlobNotFoundError';
    this.key = key;
  }
}

/** A key that no store takes; the mistake is the caller's. */
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

/** The store does not answer, or refuses this process. Its message is for operators, and holds no secret. */
export class BlobsUnavailableError extends Error {
  /** What of the connection is wrong, where the store says so; an outage where it fails or cannot be reached. */
  readonly about: 'bucket' | 'access key' | 'secret' | 'region' | 'outage' | undefined;

  constructor(reason: string, about?: BlobsUnavailableError['about']) {
    super(`The blob store is not available: ${reason}`);
    this.name = 'BlobsUnavailableError';
    this.about = about;
  }
}

/** The store, or the disk that a copy of a blob was to go to, has no room. */
export class BlobsFullError extends Error {
  constructor(reason: string) {
    super(`There is no room for this blob: ${reason}`);
    this.name = 'BlobsFullError';
  }
}

/** A full disk as `BlobsFullError`; anything else stays as it is. */
export function asFull(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' ? new BlobsFullError(code) : error;
}

const KEY_LENGTH_MAX = 512;
const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

/**
 * Refuses everything that is not a plain relative path: no '..', no leading '/', no empty or hidden segment, no
 * backslash, no percent sign, no control character. So a key can become a file name or a URL as it stands.
 */
export function assertBlobKey(key: string): void {
  if (key.length > KEY_LENGTH_MAX) throw new BlobKeyError(key);
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
