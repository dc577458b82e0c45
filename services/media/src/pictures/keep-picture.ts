import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@marquee/data/ids';
import { retryWhileDatabaseUnavailable } from '@marquee/data/work-loop';
import { BlobsFullError } from '@marquee/storage/blob-store';
import type { MediaResources } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import { isAboutRoom, OUTLASTED_MS } from '../storage/storage-trouble.ts';
import type { Focus, PictureAnswer } from './picture-maker.ts';
import * as pictures from './pictures.ts';

export type KeptPicture = { id: string; width: number; height: number; thumbhash: string } & Focus;

/**
 * Decodes a file and stores it as a picture's master. The caller writes the row; blobs without a row are deleted after a
 * day.
 */
export async function keepPicture(
  { db, pictures: maker, blobs, config }: Pick<MediaResources, 'db' | 'pictures' | 'blobs' | 'config'>,
  input: string,
  signal: AbortSignal,
): Promise<{ ok: true; picture: KeptPicture } | Extract<PictureAnswer, { ok: false }>> {
  const output = join(config.SCRATCH_DIR, `${randomUUID()}.jpg`);
  try {
    const answer = await maker.run({ kind: 'prepare', input, output });
    if (!answer.ok && isAboutRoom(answer.detail ?? '')) throw new BlobsFullError(answer.detail ?? '');
    if (!answer.ok) return answer;
    const id = newId();
    await retryWhileDatabaseUnavailable(() => pictures.announce(db, id), signal, OUTLASTED_MS);
    await blobs.putFile(blobLayout.pictureMaster(id), output);
    const { width, height, thumbhash, focalX, focalY } = answer;
    return { ok: true, picture: { id, width, height, thumbhash, focalX, focalY } };
  } finally {
    await rm(output, { force: true });
  }
}
