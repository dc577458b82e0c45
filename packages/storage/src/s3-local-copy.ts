import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { asFull, type BlobStore, BlobsUnavailableError, type LocalCopy } from './blob-store.ts';
import { translated } from './s3-errors.ts';

const BREAKS_MAX = 5;

/** Streams a blob into a file, resuming when the connection breaks. */
export async function copyFromS3(
  { get }: Pick<BlobStore, 'get'>,
  key: string,
  { folder = tmpdir(), signal }: { folder?: string; signal?: AbortSignal } = {},
): Promise<LocalCopy> {
  const path = join(folder, `blob-${randomUUID()}`);
  const release = () => rm(path, { force: true });
  let written = 0;
  let etag: string | undefined;
  for (let breaks = 0; ; breaks += 1) {
    try {
      const blob = await get(key, { range: written > 0 ? { start: written } : undefined, signal });
      etag ??= blob.etag;
      if (blob.etag !== etag) throw new Error(`${key} was replaced while it was copied`);
      const file = createWriteStream(path, { flags: written > 0 ? 'r+' : 'w', start: written });
      try {
        await pipeline(blob.body, file, { signal });
      } finally {
        written += file.bytesWritten;
      }
      return { path, release };
    } catch (error) {
      const failure = asFull(translated(key, error));
      if (failure instanceof BlobsUnavailableError && breaks < BREAKS_MAX && !signal?.aborted && written > 0) continue;
      await release();
      throw failure;
    }
  }
}
