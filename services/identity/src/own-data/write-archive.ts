import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import type { BlobStat, BlobStore } from '@marquee/storage/blob-store';
import { ZipFile } from 'yazl';

/** A file of the archive; its path begins with the folder of the service that gave it. */
export type ArchivedFile = { path: string; pieces: AsyncIterable<Uint8Array | string> };

// Pictures are compressed already.
const INCOMPRESSIBLE = /\.(jpe?g|png|webp|avif)$/;

/**
 * Writes files into a ZIP among the blobs, as they come: of all files together only pieces are in memory. An archive that
 * breaks off leaves no blob.
 */
export async function writeArchive(
  blobs: BlobStore,
  key: string,
  files: AsyncIterable<ArchivedFile>,
  { signal, modifiedAt }: { signal: AbortSignal; modifiedAt: Date },
): Promise<BlobStat> {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  const broken = new AbortController();
  const breakOff = (error: unknown) => {
    if (broken.signal.aborted) return;
    broken.abort(error);
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  zip.on('error', breakOff);
  const onAbort = () => breakOff(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const stored = blobs.put(key, output);
  stored.catch(breakOff);
  try {
    for await (const { path, pieces } of files) {
      const entry = new PassThrough();
      entry.on('error', breakOff);
      zip.addReadStream(entry, path, { mtime: modifiedAt, compress: !INCOMPRESSIBLE.test(path) });
      for await (const piece of pieces) {
        broken.signal.throwIfAborted();
        if (!entry.write(piece)) await once(entry, 'drain', { signal: broken.signal });
      }
      entry.end();
    }
    zip.end();
    return await stored;
  } catch (error) {
    breakOff(error);
    await stored.catch(() => {});
    throw broken.signal.reason ?? error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** The whole of an archive's text at once, for what is small. */
export const textFile = (path: string, text: string): ArchivedFile => ({ path, pieces: Readable.from([text]) });
