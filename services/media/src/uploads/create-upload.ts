import { isId } from '@marquee/data/ids';
import { fileNameSchema } from '@marquee/rules/asset-requests';
import { PICTURE_LIMITS, UPLOAD_LIMITS, VIDEO_LIMITS } from '@marquee/rules/media';
import { parse } from '@marquee/runtime/schema';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as assets from '../assets/assets.ts';
import { storageFull, tooManyBytes, tooManyUploads, uploadRefused } from '../media-errors.ts';
import type { MediaResources } from '../resources.ts';
import { uploadBytes } from './upload-bytes.ts';

const newUploadSchema = z.object({
  filename: fileNameSchema,
  slot: z.enum(assets.ASSET_SLOTS, { error: 'Please say what this file is for.' }),
  filmId: z
    .string()
    .refine((id) => id === '' || isId(id), 'This film does not exist.')
    .default(''),
});

const DAY_MS = 24 * 60 * 60 * 1000;

export const kindOf = (slot: string) => (slot === 'FILM_VIDEO' || slot === 'TRAILER_VIDEO' ? 'VIDEO' : 'IMAGE');

/** Reserves room for a file before its first byte arrives, within the limits per maker and in all. */
export async function createUpload(
  { db, clock, config, blobs, films, log }: MediaResources,
  viewer: AccountViewer,
  id: string,
  sizeBytes: number,
  input: Record<string, unknown>,
): Promise<void> {
  const upload = parse(newUploadSchema, input);
  const kind = kindOf(upload.slot);
  if (sizeBytes <= 0) throw uploadRefused('EMPTY_FILE');
  if (kind === 'VIDEO' && sizeBytes > VIDEO_LIMITS.bytesMax) throw uploadRefused('VIDEO_TOO_LARGE');
  if (kind === 'IMAGE' && sizeBytes > PICTURE_LIMITS.bytesMax) throw uploadRefused('PICTURE_FILE_TOO_LARGE');
  if (upload.filmId) await films.requireEditable(upload.filmId);
  const room = await uploadBytes({ config, blobs }).room();

  await db.transaction(async (tx) => {
    const unfinished = await assets.lockUnfinished(tx, viewer.accountId);
    if (unfinished.open >= UPLOAD_LIMITS.openMax) throw tooManyUploads();
    if (unfinished.bytes + BigInt(sizeBytes) > BigInt(UPLOAD_LIMITS.unfinishedBytesMax)) throw tooManyBytes();
    const promised = await assets.reservedBytes(tx);
    if (promised + BigInt(sizeBytes) > room) {
      log.error({ room, promised, sizeBytes }, 'an upload was refused: there is no room');
      throw storageFull();
    }
    await assets.insert(tx, {
      id,
      ownerId: viewer.accountId,
      filmId: upload.filmId || null,
      kind,
      slot: upload.slot,
      fileName: upload.filename,
      sizeBytes: BigInt(sizeBytes),
      state: 'UPLOADING',
      expiresAt: new Date(clock.now().getTime() + UPLOAD_LIMITS.lifetimeDays * DAY_MS),
    });
  });
}
