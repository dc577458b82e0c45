import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, type Dirent } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  asFull,
  assertBlobKey,
  assertBlobPrefix,
  BlobKeyError,
  BlobNotFoundError,
  type BlobStat,
  type BlobStore,
  resolveRange,
} from './blob-store.ts';

// Hidden, so that no key can name it; on the same file system as the blobs, so that a rename is atomic.
const INCOMING = '.incoming';
const READ_CHUNK_BYTES = 256 * 1024;

/**
 * Blobs as files under `root`. A write goes to a temporary file, is forced to the disk and renamed, so a crash
 * leaves the old blob or the new one; what a crash leaves under `.incoming` is removed by the next `diskBlobs`
 * that asks for it with `sweep`.
 */
export async function diskBlobs(options: { root: string; sweep?: boolean }): Promise<BlobStore> {
  const { root } = options;
  const incoming = join(root, INCOMING);
  if (options.sweep) await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true });

  const pathOf = (key: string) => {
    assertBlobKey(key);
    return join(root, key);
  };

  /** Renames the finished file to the blob. */
  async function adopt(finished: string, key: string): Promise<BlobStat> {
    const path = pathOf(key);
    const move = async () => {
      await mkdir(dirname(path), { recursive: true });
      await rename(finished, path);
    };
    // Again, because deletePrefix of a sibling may remove the empty folder in between.
    await move().catch(move);
    await syncFolder(dirname(path));
    return mustStat(key, path);
  }

  const store: BlobStore = {
    async put(key, body) {
      pathOf(key);
      const temporary = join(incoming, randomUUID());
      try {
        await writeDurably(temporary, body);
        return await adopt(temporary, key);
      } catch (error) {
        await rm(temporary, { force: true });
        throw asFull(error);
      }
    },

    async putFile(key, path) {
      pathOf(key);
      const temporary = join(incoming, randomUUID());
      // The file stays in place until the rename, also when this fails.
      try {
        await syncFile(path);
        return await adopt(path, key).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EXDEV') throw error;
          await copyFile(path, temporary);
          await syncFile(temporary);
          const copied = await adopt(temporary, key);
          await unlink(path);
          return copied;
        });
      } catch (error) {
        throw asFull(error);
      } finally {
        await rm(temporary, { force: true });
      }
    },

    async get(key, { range, signal } = {}) {
      const path = pathOf(key);
      const known = await mustStat(key, path);
      const window = range ? resolveRange(key, known.size, range) : undefined;
      return { ...known, body: createReadStream(path, { ...window, signal, highWaterMark: READ_CHUNK_BYTES }) };
    },

    async read(key, { range } = {}) {
      const file = await open(pathOf(key), 'r').catch((error) => notFound(key, error));
      try {
        const { size } = await file.stat();
        const { start, end } = range ? resolveRange(key, size, range) : { start: 0, end: size - 1 };
        const buffer = Buffer.allocUnsafe(end - start + 1);
        let filled = 0;
        while (filled < buffer.length) {
          const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, start + filled);
          if (bytesRead === 0) throw new Error(`${key} became shorter while it was read`);
          filled += bytesRead;
        }
        return buffer;
      } finally {
        await file.close();
      }
    },

    async stat(key) {
      return statBlob(key, pathOf(key));
    },

    async delete(key) {
      try {
        await unlink(pathOf(key));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },

    async *list(prefix) {
      assertBlobPrefix(prefix);
      for await (const key of walk(root, prefix)) {
        const known = await statBlob(key, join(root, key));
        if (known) yield known;
      }
    },

    async deletePrefix(prefix) {
      if (prefix === '') throw new BlobKeyError(prefix);
      assertBlobPrefix(prefix);
      let count = 0;
      for await (const key of walk(root, prefix)) if (await store.delete(key)) count += 1;
      await removeEmptyFolders(join(root, prefix));
      return count;
    },

    async localCopy(key) {
      const path = pathOf(key);
      await mustStat(key, path);
      return { path, release: async () => {} };
    },
  };
  return store;
}

async function statBlob(key: string, path: string): Promise<BlobStat | undefined> {
  try {
    const found = await stat(path, { bigint: true });
    if (!found.isFile()) return undefined;
    const etag = `"${found.size.toString(36)}-${found.mtimeNs.toString(36)}-${found.ino.toString(36)}"`;
    return { key, size: Number(found.size), etag, modifiedAt: found.mtime };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function mustStat(key: string, path: string): Promise<BlobStat> {
  const known = await statBlob(key, path);
  if (!known) throw new BlobNotFoundError(key);
  return known;
}

async function writeDurably(path: string, body: Readable | Uint8Array): Promise<void> {
  if (body instanceof Uint8Array) {
    const file = await open(path, 'wx');
    try {
      await file.writeFile(body);
      await file.sync();
    } finally {
      await file.close();
    }
    return;
  }
  await pipeline(body, createWriteStream(path, { flags: 'wx', flush: true }));
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename is durable only once the folder that holds the name is. */
async function syncFolder(path: string): Promise<void> {
  await syncFile(path);
}

/** Keys under a prefix, in order: 'a-b' before 'a/b', as a store that sorts by bytes lists them. */
async function* walk(root: string, prefix: string): AsyncIterable<string> {
  let entries: Dirent[];
  try {
    entries = await readdir(join(root, prefix), { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  const sortName = (entry: Dirent) => (entry.isDirectory() ? `${entry.name}/` : entry.name);
  entries.sort((a, b) => (sortName(a) < sortName(b) ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* walk(root, `${prefix}${entry.name}/`);
    else if (entry.isFile()) yield `${prefix}${entry.name}`;
  }
}

async function removeEmptyFolders(folder: string): Promise<void> {
  const children = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const child of children) if (child.isDirectory()) await removeEmptyFolders(join(folder, child.name));
  // Ignores a folder that is gone or, after a concurrent write, not empty.
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error;
  });
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function notFound(key: string, error: unknown): never {
  if (isMissing(error)) throw new BlobNotFoundError(key, { cause: error });
  throw error;
}
