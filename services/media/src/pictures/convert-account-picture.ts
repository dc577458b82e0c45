import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { playbackNotFound } from '../playback/playback-errors.ts';
import type { MediaResources } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import { pictureRefused } from './keep-account-picture.ts';
import { type KeptPicture, keepPicture } from './keep-picture.ts';
import * as pictures from './pictures.ts';

const DECODE_MS_MAX = 30_000;

export const convertAccountPictureSchema = z.object({ ownerId: z.string().min(1), pictureId: z.string().min(1) });

/**
 * Decodes the master of a picture of an account once more and stores the result, before the transaction that writes its
 * row: sizes that were made of a damaged copy, or by an older release, are made again [ADU-07].
 */
export async function decodeKeptPicture(
  resources: MediaResources,
  _viewer: Viewer,
  { ownerId, pictureId }: z.output<typeof convertAccountPictureSchema>,
): Promise<KeptPicture> {
  const { db, blobs, config } = resources;
  const isNamed = isId(ownerId) && isId(pictureId);
  if (!isNamed || !(await pictures.isOwnedBy(db, pictureId, ownerId))) throw playbackNotFound();
  const master = await blobs.localCopy(blobLayout.pictureMaster(pictureId), { folder: config.SCRATCH_DIR });
  try {
    const kept = await keepPicture(resources, master.path, AbortSignal.timeout(DECODE_MS_MAX));
    if (!kept.ok) throw pictureRefused(kept.refusal);
    return kept.picture;
  } finally {
    await master.release();
  }
}
