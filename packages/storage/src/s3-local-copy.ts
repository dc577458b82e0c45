import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addAbortSignal } from 'node:stream';
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
  const file = await open(path, 'w');
  let written = 0;
  let etag: string | undefined;
  try {
    for (let breaks = 0; ; breaks += 1) {
      try {
        const blob = await get(key, { range: written > 0 ? { start: written } : undefined, signal });
        etag ??= blob.etag;
        if (blob.etag !== etag) throw new Error(`${key} was replaced while it was copied`);
        if (signal) addAbortSignal(signal, blob.body);
        // A write stream does not count the write that a break overtakes, and the copy would continue too early.
        for await (const bytes of blob.body) {
          await file.appendFile(bytes);
          written += bytes.length;
        }
        return { path, release };
      } catch (error) {
        const failure = asFull(translated(key, error));
        if (failure instanceof BlobsUnavailableError && breaks < BREAKS_MAX && written > 0) continue;
        throw failure;
      }
    }
  } catch (error) {
    await release();
    throw error;
  } finally {
    await file.close();
  }
}
