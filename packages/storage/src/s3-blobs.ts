import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import {
  assertBlobKey,
  assertBlobPrefix,
  BlobKeyError,
  BlobNotFoundError,
  type BlobParts,
  BlobRangeError,
  type BlobStat,
  type BlobStore,
  BlobsUnavailableError,
  type ByteRange,
  resolveRange,
  type StoredBlob,
} from './blob-store.ts';
import { openS3, type S3Connection } from './s3-client.ts';
import { deleteFromS3 } from './s3-delete.ts';
import { isAbsent, isAnswer, isBehindEnd, translated } from './s3-errors.ts';
import { copyFromS3 } from './s3-local-copy.ts';
import { s3Parts } from './s3-parts.ts';

export type S3Blobs = BlobStore & {
  parts: BlobParts;
  /** Throws `BlobsUnavailableError`, which says why, unless the bucket is there and lets this process in. */
  check(): Promise<void>;
  close(): void;
};

// Up to this size a blob is one request; a larger one holds this much in memory.
const PUT_PART_BYTES = 16 * 1024 * 1024;
const READ_TRIES_MAX = 2;

/**
 * Blobs as objects of a private bucket. Nothing is ever renamed or copied there. A multipart upload that a crash leaves
 * behind is invisible; the bucket's rules should end those of over eight days.
 */
export function s3Blobs(connection: S3Connection): S3Blobs {
  const { bucket } = connection;
  const client = openS3(connection);
  const at = (key: string) => {
    assertBlobKey(key);
    return { Bucket: bucket, Key: key };
  };

  async function find(key: string): Promise<BlobStat | undefined> {
    try {
      const found = await client.send(new HeadObjectCommand(at(key)));
      return statOf(key, found.ContentLength ?? 0, found);
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw translated(key, error);
    }
  }

  /** For a range that S3 itself does not refuse. */
  async function refuseRange(key: string, range: ByteRange): Promise<void> {
    const known = await find(key);
    if (!known) throw new BlobNotFoundError(key);
    resolveRange(key, known.size, range);
  }

  async function get(key: string, { range, signal }: { range?: ByteRange; signal?: AbortSignal } = {}) {
    const target = at(key);
    if (range && !isPlain(range)) await refuseRange(key, range);
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`;
    try {
      const found = await client.send(new GetObjectCommand({ ...target, Range }), { abortSignal: signal });
      if (range && !found.ContentRange) throw new BlobsUnavailableError('it does not know ranges');
      return storedBlob(key, found, signal);
    } catch (error) {
      if (range && isBehindEnd(error)) throw new BlobRangeError(key, (await find(key))?.size ?? 0);
      throw translated(key, error);
    }
  }

  async function read(key: string, range?: ByteRange): Promise<Buffer> {
    const { body } = await get(key, { range });
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  async function putStream(key: string, body: Readable): Promise<BlobStat> {
    let broken: unknown;
    body.once('error', (error) => {
      broken = error;
    });
    try {
      return await send(client, { ...at(key), Body: body });
    } catch (error) {
      throw broken ?? translated(key, error);
    } finally {
      body.destroy();
    }
  }

  return {
    parts: s3Parts(client, bucket),

    async put(key, body) {
      const target = at(key);
      if (!(body instanceof Uint8Array)) return putStream(key, body);
      const sent = client.send(new PutObjectCommand({ ...target, Body: body, ContentLength: body.byteLength }));
      const { ETag = '' } = await sent.catch((error: unknown) => {
        throw translated(key, error);
      });
      return { key, size: body.byteLength, etag: ETag, modifiedAt: new Date() };
    },

    async putFile(key, path) {
      at(key);
      await stat(path);
      const put = await putStream(key, createReadStream(path, { highWaterMark: 1024 * 1024 }));
      await rm(path);
      return put;
    },

    get,

    async read(key, { range } = {}) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await read(key, range);
        } catch (error) {
          // The SDK retries up to the first byte; after it the reader has to.
          const failure = translated(key, error);
          if (failure === error || tries === READ_TRIES_MAX) throw failure;
        }
      }
    },

    stat: find,

    async delete(key) {
      if (!(await find(key))) return false;
      await client.send(new DeleteObjectCommand(at(key))).catch((error: unknown) => {
        throw translated(key, error);
      });
      return true;
    },

    async *list(prefix) {
      assertBlobPrefix(prefix);
      try {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
          for (const object of Contents) yield statOf(object.Key ?? '', object.Size ?? 0, object);
        }
      } catch (error) {
        throw translated(prefix, error);
      }
    },

    async deletePrefix(prefix) {
      if (prefix === '') throw new BlobKeyError(prefix);
      assertBlobPrefix(prefix);
      return deleteFromS3(client, bucket, prefix);
    },

    localCopy: async (key, options) => {
      at(key);
      return copyFromS3({ get }, key, options);
    },

    async check() {
      const target = { Bucket: bucket };
      await client
        .send(new HeadBucketCommand(target))
        // The answer to HEAD has no body, and so no reason.
        .catch((error: unknown) => {
          if (!isAnswer(error)) throw error;
          return client.send(new ListObjectsV2Command({ ...target, MaxKeys: 1 }));
        })
        .catch((error: unknown) => {
          throw translated('', isAbsent(error) ? { name: 'NoSuchBucket' } : error);
        });
    },

    close: () => client.destroy(),
  };
}

/** Puts a blob in one request, or in parts when it is larger. Leaves nothing when the source fails. */
async function send(client: S3Client, params: { Bucket: string; Key: string; Body: Readable }): Promise<BlobStat> {
  const upload = new Upload({ client, params, partSize: PUT_PART_BYTES, queueSize: 1 });
  let size = 0;
  upload.on('httpUploadProgress', ({ loaded = 0 }) => {
    size = loaded;
  });
  const { ETag = '' } = await upload.done();
  return { key: params.Key, size, etag: ETag, modifiedAt: new Date() };
}

function storedBlob(key: string, found: GetObjectCommandOutput, signal?: AbortSignal): StoredBlob {
  const { Body: body, ContentRange, ContentLength = 0 } = found;
  if (!(body instanceof Readable)) throw new Error('S3 answered without a stream');
  if (signal) addAbortSignal(signal, body);
  const whole = ContentRange ? Number(ContentRange.split('/')[1]) : ContentLength;
  return { ...statOf(key, whole, found), body };
}

function statOf(key: string, size: number, about: { ETag?: string; LastModified?: Date }): BlobStat {
  return { key, size, etag: about.ETag ?? '', modifiedAt: about.LastModified ?? new Date(0) };
}

/** S3 answers a malformed range with the whole object. */
function isPlain({ start, end = start }: ByteRange): boolean {
  return Number.isSafeInteger(start) && start >= 0 && Number.isSafeInteger(end) && end >= start;
}
