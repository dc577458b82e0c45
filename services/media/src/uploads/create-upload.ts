import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { fileNameSchema } from '@marquee/rules/asset-requests';
import { PICTURE_LIMITS, UPLOAD_LIMITS, VIDEO_LIMITS } from '@marquee/rules/media';
import { parse } from '@marquee/runtime/schema';
import { transact } from '@marquee/service/use-case';
import { z } from 'zod';
import * as assets from '../assets/assets.ts';
import type { MediaResources } from '../resources.ts';
import { storageFull } from '../storage/storage-errors.ts';
import { requireRoom } from '../upload-links/link-state.ts';
import { linkEnded } from '../upload-links/upload-link-errors.ts';
import * as links from '../upload-links/upload-links.ts';
import { requireWorkWithinLimits } from './require-work-within-limits.ts';
import type { Sender } from './sender.ts';
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

/** @throws DomainError FORBIDDEN when the link has ended meanwhile, or for one more file than it allows */
async function countLinked(tx: Tx, linkId: string, now: Date): Promise<void> {
  const link = await links.lock(tx, linkId);
  if (!link) throw linkEnded();
  requireRoom(link, now);
  await links.count(tx, linkId, 1);
}

const DAY_MS = 24 * 60 * 60 * 1000;

export const kindOf = (slot: string) => (slot === 'FILM_VIDEO' || slot === 'TRAILER_VIDEO' ? 'VIDEO' : 'IMAGE');

/** Reserves room for a file before its first byte arrives, within the limits per maker and in all. */
export async function createUpload(
  resources: MediaResources,
  sender: Sender,
  id: string,
  sizeBytes: number,
  input: Record<string, unknown>,
): Promise<void> {
  const { config, blobs, films, log } = resources;
  const { link } = sender;
  const upload = parse(newUploadSchema, link ? { ...input, slot: link.slot, filmId: link.filmId } : input);
  const kind = kindOf(upload.slot);
  if (sizeBytes <= 0) throw uploadRefused('EMPTY_FILE');
  if (kind === 'VIDEO' && sizeBytes > VIDEO_LIMITS.bytesMax) throw uploadRefused('VIDEO_TOO_LARGE');
  if (kind === 'IMAGE' && sizeBytes > PICTURE_LIMITS.bytesMax) throw uploadRefused('PICTURE_FILE_TOO_LARGE');
  // Who made a link was asked when it was made.
  if (upload.filmId && !link) await films.requireEditable(upload.filmId);
  const room = await uploadBytes({ config, blobs }).room();

  await transact(resources, async ({ tx, clock }) => {
    requireWithinLimits(await assets.lockUploads(tx, sender.ownerId, clock.now()), sizeBytes);
    if (link) await countLinked(tx, link.id, clock.now());
    const promised = await assets.reservedBytes(tx);
    if (promised + BigInt(sizeBytes) > room) {
      log.error({ room, promised, sizeBytes }, 'an upload was refused: there is no room');
      throw storageFull();
    }
    await assets.insert(tx, {
      id,
      ownerId: sender.ownerId,
      uploadLinkId: link?.id,
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
