import type { Readable } from 'node:stream';
import { BlobNotFoundError, type BlobParts, type BlobStore, BlobsUnavailableError } from '@marquee/storage/blob-store';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { UploadsConfig } from '../config.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import type { FindUpload, UploadBytes } from './upload-bytes.ts';
import { uploadHeld, uploadsBusy } from './upload-errors.ts';

/**
 * Uploads straight into the bucket, to the key where the file stays. A file is cut into cells of one size: the n-th part
 * is always the n-th cell, and what is left of a cell when a request ends is a blob named by its place, until the next
 * request completes the cell. Each object has one meaning, so two writers of one upload cannot corrupt it. What has arrived
 * is read from the bucket, never remembered.
 */
export const CELL_BYTES = 8 * 1024 * 1024;

type Arrived = {
  making: string | undefined;
  /** Whole cells, from the first without a hole. */
  cells: number;
  /** Bytes of the cell behind them that lie in a blob of their own. */
  tail: number;
  bytes: number;
};

export function bucketUploads(
  config: Pick<UploadsConfig, 'UPLOADS_ROOM_BYTES' | 'UPLOADS_AT_ONCE'>,
  blobs: BlobStore,
  parts: BlobParts,
): UploadBytes {
  const bucket = { blobs, parts };
  return {
    dataStore: (find) => new BucketStore(bucket, find, config.UPLOADS_AT_ONCE),
    room: async () => BigInt(config.UPLOADS_ROOM_BYTES),
    received: async (id, sizeBytes) => (await arrivedOf(bucket, id, sizeBytes)).bytes,
    finish: (id, sizeBytes) => complete(bucket, id, sizeBytes),
    isWhole: async (id, sizeBytes) => (await arrivedOf(bucket, id, sizeBytes)).bytes === sizeBytes,
    async discard() {},
  };
}

type Bucket = { blobs: BlobStore; parts: BlobParts };

const cellCount = (sizeBytes: number) => Math.ceil(sizeBytes / CELL_BYTES);
const cellSize = (cell: number, sizeBytes: number) => Math.min(CELL_BYTES, sizeBytes - cell * CELL_BYTES);

async function arrivedOf({ blobs, parts }: Bucket, id: string, sizeBytes: number): Promise<Arrived> {
  const key = blobLayout.master(id);
  const making = await parts.find(key);
  const stored = making ? await partsOf(parts, key, making) : [];
  let cells = 0;
  while (stored[cells]?.number === cells + 1 && stored[cells]?.size === cellSize(cells, sizeBytes)) cells += 1;
  if (cells === 0 && (await blobs.stat(key))) return { making, cells: cellCount(sizeBytes), tail: 0, bytes: sizeBytes };
  let tail = 0;
  for await (const blob of blobs.list(blobLayout.uploadTails(id))) {
    const [cell, bytes] = readTailName(blob.key);
    if (cell === cells && bytes === blob.size) tail = Math.max(tail, bytes);
  }
  return { making, cells, tail, bytes: Math.min(sizeBytes, cells * CELL_BYTES) + tail };
}

/** None when another request has completed or aborted it. */
function partsOf(parts: BlobParts, key: string, making: string) {
  return parts.list(key, making).catch((error: unknown) => {
    if (error instanceof BlobNotFoundError) return [];
    throw error;
  });
}

const tailKey = (id: string, cell: number, bytes: number) => `${blobLayout.uploadTails(id)}${cell}-${bytes}`;
const readTailName = (key: string) => (key.split('/').at(-1) ?? '').split('-').map(Number);

/** Joins all cells to the master. When that has happened, only deletes the tails. */
async function complete(bucket: Bucket, id: string, sizeBytes: number): Promise<void> {
  const { blobs, parts } = bucket;
  const key = blobLayout.master(id);
  const making = await parts.find(key);
  const stored = making ? await partsOf(parts, key, making) : [];
  const isWhole = stored.reduce((sum, { size }) => sum + size, 0) === sizeBytes;
  if (making && isWhole && stored.length === cellCount(sizeBytes)) {
    await parts.complete(key, making, stored).catch(async (error: unknown) => {
      // Another request has completed it.
      if (!(error instanceof BlobNotFoundError)) throw error;
    });
  }
  const master = await blobs.stat(key);
  if (master?.size !== sizeBytes) throw new Error(`The upload ${id} has ${master?.size ?? 0} of ${sizeBytes} bytes`);
  await blobs.deletePrefix(blobLayout.uploadTails(id));
}

class BucketStore extends DataStore {
  readonly #bucket: Bucket;
  readonly #find: FindUpload;
  readonly #atOnceMax: number;
  #writing = 0;

  constructor(bucket: Bucket, find: FindUpload, atOnceMax: number) {
    super();
    this.extensions = ['creation'];
    this.#bucket = bucket;
    this.#find = find;
    this.#atOnceMax = atOnceMax;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { sizeBytes: size, metadata, createdAt } = await this.#open(id);
    const { bytes: offset } = await arrivedOf(this.#bucket, id, size);
    return new Upload({ id, size, offset, metadata, creation_date: createdAt.toISOString() });
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    if (this.#writing >= this.#atOnceMax) throw uploadsBusy();
    this.#writing += 1;
    try {
      const { sizeBytes } = await this.#open(id);
      const arrived = await arrivedOf(this.#bucket, id, sizeBytes);
      if (arrived.bytes !== offset) throw ERRORS.INVALID_OFFSET;
      const writing = writeCells(this.#bucket, { id, sizeBytes, arrived }, readable, () => this.#open(id));
      return await writing.catch((error: unknown) => this.#askAgain(id, error));
    } finally {
      this.#writing -= 1;
    }
  }

  /** Another request has stored a longer tail or completed the file: the client asks for the offset again. */
  async #askAgain(id: string, error: unknown): Promise<never> {
    if (error instanceof BlobNotFoundError) throw uploadHeld();
    // A store that has no such upload any more may close its connection before that is read.
    if (error instanceof BlobsUnavailableError) await this.#open(id);
    throw error;
  }

  async #open(id: string) {
    const upload = await this.#find(id);
    if (!upload) throw ERRORS.FILE_NOT_FOUND;
    return upload;
  }
}

type Writing = { id: string; sizeBytes: number; arrived: Arrived };

/**
 * One cell is filled while the one before it is sent, so an upload holds two. When the source ends or breaks off, what
 * is there of the last cell is kept.
 */
async function writeCells(
  bucket: Bucket,
  { id, sizeBytes, arrived }: Writing,
  readable: Readable,
  checkOpen: () => Promise<unknown>,
): Promise<number> {
  let { cells: cell, tail: filled, making } = arrived;
  let kept = filled;
  let buffer = Buffer.allocUnsafeSlow(cellSize(cell, sizeBytes));
  let sending: Promise<void> = Promise.resolve();
  if (filled > 0) (await bucket.blobs.read(tailKey(id, cell, filled))).copy(buffer);

  const sendCell = async () => {
    await sending;
    if (cell >= cellCount(sizeBytes)) throw ERRORS.ERR_SIZE_EXCEEDED;
    const [body, number] = [buffer, cell + 1];
    const key = blobLayout.master(id);
    const stale = kept > 0 ? tailKey(id, cell, kept) : undefined;
    // A file that another request has completed is being checked, and must not change.
    if (cellCount(sizeBytes) === 1 || !making) await checkOpen();
    if (cellCount(sizeBytes) === 1) await bucket.blobs.put(key, body);
    else {
      making ??= await bucket.parts.open(key);
      const to = making;
      sending = bucket.parts.put(key, to, number, body).then(async () => {
        if (stale) await bucket.blobs.delete(stale);
      });
      // Awaited before the next part is sent; a rejection until then is not unhandled.
      sending.catch(() => {});
    }
    cell += 1;
    [filled, kept] = [0, 0];
    if (cell < cellCount(sizeBytes)) buffer = Buffer.allocUnsafeSlow(cellSize(cell, sizeBytes));
  };
  const keepTail = async () => {
    await sending;
    // A full cell that could not be sent is not stored as a tail: it would count as received and never become a part.
    if (filled === 0 || filled === kept || filled === buffer.length) return;
    // A cancelled upload must not leave a tail behind.
    await checkOpen();
    await bucket.blobs.put(tailKey(id, cell, filled), buffer.subarray(0, filled));
    // The longer one holds it all.
    if (kept > 0) await bucket.blobs.delete(tailKey(id, cell, kept));
  };

  try {
    for await (const chunk of readable) {
      for (let rest = chunk as Buffer; rest.length > 0; ) {
        const taken = rest.copy(buffer, filled);
        filled += taken;
        rest = rest.subarray(taken);
        if (filled === buffer.length) await sendCell();
      }
    }
  } finally {
    await keepTail();
  }
  if (cell === cellCount(sizeBytes)) {
    await checkOpen();
    await complete(bucket, id, sizeBytes);
  }
  return Math.min(sizeBytes, cell * CELL_BYTES) + filled;
}
