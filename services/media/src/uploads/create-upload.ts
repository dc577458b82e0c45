import { isId } from '@marquee/data/ids';
import { fileNameSchema } from '@marquee/rules/asset-requests';
import { PICTURE_LIMITS, UPLOAD_LIMITS, VIDEO_LIMITS } from '@marquee/rules/media';
import { parse } from '@marquee/runtime/schema';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { transact } from '@marquee/service/use-case';
import { z } from 'zod';
import * as assets from '../assets/assets.ts';
import type { MediaResources } from '../resources.ts';
import { storageFull } from '../storage/storage-errors.ts';
import { requireWorkWithinLimits } from './require-work-within-limits.ts';
import { uploadBytes } from './upload-bytes.ts';
import { tooManyBytes, tooManyUploads, uploadRefused } from './upload-errors.ts';

const newUploadSchema = z.object({
  filename: fileNameSchema.prefault(''),
  slot: z.enum(assets.ASSET_SLOTS, { error: 'Please say what this file is for.' }),
  filmId: z
    .string()
    .refine((id) => id === '' || isId(id), 'This film does not exist.')
    .default(''),
});

/** @throws DomainError EXHAUSTED for one more file than a maker may have */
function requireWithinLimits(uploads: assets.MakerUploads, sizeBytes: number): void {
  if (uploads.open >= UPLOAD_LIMITS.openMax) throw tooManyUploads();
  requireWorkWithinLimits(uploads);
  if (uploads.bytes + BigInt(sizeBytes) > BigInt(UPLOAD_LIMITS.unfinishedBytesMax)) throw tooManyBytes();
}

const DAY_MS = 24 * 60 * 60 * 1000;

export const kindOf = (slot: string) => (slot === 'FILM_VIDEO' || slot === 'TRAILER_VIDEO' ? 'VIDEO' : 'IMAGE');

/** Reserves room for a file before its first byte arrives, within the limits per maker and in all. */
export async function createUpload(
  resources: MediaResources,
  viewer: AccountViewer,
  id: string,
  sizeBytes: number,
  input: Record<string, unknown>,
): Promise<void> {
  const { config, blobs, films, log } = resources;
  const upload = parse(newUploadSchema, input);
  const kind = kindOf(upload.slot);
  if (sizeBytes <= 0) throw uploadRefused('EMPTY_FILE');
  if (kind === 'VIDEO' && sizeBytes > VIDEO_LIMITS.bytesMax) throw uploadRefused('VIDEO_TOO_LARGE');
  if (kind === 'IMAGE' && sizeBytes > PICTURE_LIMITS.bytesMax) throw uploadRefused('PICTURE_FILE_TOO_LARGE');
  if (upload.filmId) await films.requireEditable(upload.filmId);
  const room = await uploadBytes({ config, blobs }).room();

  await transact(resources, async ({ tx, clock }) => {
    requireWithinLimits(await assets.lockUploads(tx, viewer.accountId, clock.now()), sizeBytes);
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
