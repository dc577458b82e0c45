import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isId } from '@marquee/data/ids';
import { PICTURE_FORMATS, PICTURE_WIDTHS_ALL, type PictureFormat, THUMBNAIL } from '@marquee/rules/media';
import { createCache } from '@marquee/runtime/cache';
import { canonicalId } from '@marquee/runtime/canonical-id';
import { type BlobStat, BlobsFullError } from '@marquee/storage/blob-store';
import { playbackNotFound } from '../playback/playback-errors.ts';
import type { MediaResources } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import { isAboutRoom } from '../storage/storage-trouble.ts';
import { exists, focusOf } from './pictures.ts';

export type PictureRequest = {
  id: string;
  /** The size as its address and its blob name it. */
  name: string;
  width: number;
  /** Crops the picture to width and height; without it the picture keeps its shape. */
  height?: number;
  format: PictureFormat;
};

/** '/media/images/<id>/<size>.<format>' as a request, if it is one of the listed sizes. */
export function readPicturePath(id: string, file: string): PictureRequest | undefined {
  const [, name = '', format] = /^(\d{2,4}|\d{3}x\d{3})\.([a-z]+)$/.exec(file) ?? [];
  const width = PICTURE_WIDTHS_ALL.find((listed) => String(listed) === name);
  const size = name === THUMBNAIL.name ? THUMBNAIL : width && { name, width };
  const listedFormat = PICTURE_FORMATS.find((listed) => listed === format);
  return isId(id) && size && listedFormat ? { id: canonicalId(id), ...size, format: listedFormat } : undefined;
}

/** A picture in a size, made when it is first asked for and kept beside its master. */
export function pictureSizes({ blobs, pictures, config, db }: MediaResources) {
  // Joins requests for a size that is being made. What is made is a blob, found by `stat`.
  const making = createCache<BlobStat>({ maxEntries: 1000, ttlMs: 1000 });

  async function make(request: PictureRequest, key: string): Promise<BlobStat> {
    if (!(await exists(db, request.id))) throw playbackNotFound();
    const master = await blobs.localCopy(blobLayout.pictureMaster(request.id), { folder: config.SCRATCH_DIR });
    const output = join(config.SCRATCH_DIR, `${randomUUID()}.${request.format}`);
    try {
      const { width, height, format } = request;
      const focus = height ? await focusOf(db, request.id) : undefined;
      const answer = await pictures.run({ kind: 'resize', input: master.path, output, width, height, format, focus });
      if (!answer.ok && isAboutRoom(answer.detail ?? '')) throw new BlobsFullError(answer.detail ?? '');
      if (!answer.ok) throw new Error(`A picture could not be resized: ${answer.refusal} ${answer.detail ?? ''}`);
      return await blobs.putFile(key, output);
    } finally {
      await rm(output, { force: true });
      await master.release();
    }
  }

  return async (request: PictureRequest): Promise<BlobStat> => {
    const key = blobLayout.picture(request.id, request.name, request.format);
    return (await blobs.stat(key)) ?? making.get(key, () => make(request, key));
  };
}
