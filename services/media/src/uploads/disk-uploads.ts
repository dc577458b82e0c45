import { createWriteStream } from 'node:fs';
import { rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '@marquee/storage/blob-store';
import { FileStore } from '@tus/file-store';
import { ERRORS, Upload } from '@tus/server';
import type { UploadsConfig } from '../config.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import type { FindUpload, UploadBytes } from './upload-bytes.ts';
import { uploadHeld } from './upload-errors.ts';

// Room for the output of a transcode beside its source.
const SPACE_LEFT_BYTES = 2n * 1024n ** 3n;

/** Uploads as files of a folder, moved to the blob store when they are complete. */
export function diskUploads(config: Pick<UploadsConfig, 'UPLOADS_DIR'>, blobs: BlobStore): UploadBytes {
  const { UPLOADS_DIR: directory } = config;
  const pathOf = (id: string) => join(directory, id);

  return {
    dataStore: (find) => new DiskStore(directory, blobs, find),

    async room() {
      const disk = await statfs(directory, { bigint: true });
      return disk.bavail * disk.bsize - SPACE_LEFT_BYTES;
    },

    async received(id) {
      return (await fileOf(pathOf(id)))?.size ?? 0;
    },

    async finish(id, sizeBytes) {
      const key = blobLayout.master(id);
      const file = await fileOf(pathOf(id));
      if (file && file.size !== sizeBytes) throw new Error(`The upload ${id} has ${file.size} of ${sizeBytes} bytes`);
      await blobs.putFile(key, pathOf(id)).catch(async (error: unknown) => {
        if (!isMissing(error) || !(await blobs.stat(key))) throw error;
      });
    },

    async isWhole(id, sizeBytes) {
      const file = await fileOf(pathOf(id));
      if (file) return file.size === sizeBytes;
      return (await blobs.stat(blobLayout.master(id))) !== undefined;
    },

    discard: (id) => rm(pathOf(id), { force: true }),
  };
}

async function fileOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The folder store of tus, with a full disk reported as such. Received bytes are kept and count. */
class DiskStore extends FileStore {
  readonly #blobs: BlobStore;

  constructor(directory: string, blobs: BlobStore, find: FindUpload) {
    super({ directory, configstore: configFrom(find) });
    this.#blobs = blobs;
  }

  /** A file that was moved to the blob store is complete; its row is updated next. */
  override async getUpload(id: string): Promise<Upload> {
    return super.getUpload(id).catch(async (error: unknown) => {
      if (error === ERRORS.FILE_NO_LONGER_EXISTS && (await this.#blobs.stat(blobLayout.master(id)))) throw uploadHeld();
      throw error;
    });
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset });
    await pipeline(readable, file).catch((error: unknown) => {
      throw isMissing(error) ? uploadHeld() : error;
    });
    return offset + file.bytesWritten;
  }
}

function configFrom(find: FindUpload) {
  return {
    async get(id: string): Promise<Upload | undefined> {
      const upload = await find(id);
      if (!upload) return undefined;
      const { sizeBytes: size, metadata, createdAt } = upload;
      return new Upload({ id, size, offset: 0, metadata, creation_date: createdAt.toISOString() });
    },
    async set(): Promise<void> {},
    async delete(): Promise<void> {},
  };
}
