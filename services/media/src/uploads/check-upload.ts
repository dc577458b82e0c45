import type { Tx } from '@marquee/data/database';
import type { UploadRefusal } from '@marquee/rules/media';
import { BlobNotFoundError } from '@marquee/storage/blob-store';
import { imageReady, transcodeStarted, uploadChecked } from '../assets/asset-events.ts';
import * as assets from '../assets/assets.ts';
import { removeAsset } from '../assets/delete-asset.ts';
import { type KeptPicture, keepPicture } from '../pictures/keep-picture.ts';
import * as pictures from '../pictures/pictures.ts';
import type { MediaResources, MediaWrite } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as garbage from '../storage/garbage.ts';
import { type CheckedSource, checkSource } from '../transcode/check-source.ts';
import { sampleFilm } from '../transcode/sample-film.ts';
import * as transcodes from '../transcode-queue/transcodes.ts';

/** What a check found. */
export type Checked =
  | { kind: 'video'; source: CheckedSource }
  | { kind: 'picture'; picture: KeptPicture }
  | { kind: 'refused'; refusal: UploadRefusal; detail: string };

/** Checks a file: whether it is accepted, and what it is. */
export async function checkUpload(
  resources: MediaResources,
  asset: assets.AssetRow,
  signal: AbortSignal,
): Promise<Checked> {
  const checked = await look(resources, asset, signal);
  if (checked.kind === 'refused') {
    const { refusal, detail } = checked;
    resources.log.info({ assetId: asset.id, refusal, detail }, 'an upload was refused');
  }
  return checked;
}

/** What is said of a file after the last failed check. */
export function unreadable({ kind }: assets.AssetRow): Checked {
  const refusal = kind === 'VIDEO' ? 'VIDEO_UNREADABLE' : 'PICTURE_UNREADABLE';
  return { kind: 'refused', refusal, detail: 'no check of it came to an end' };
}

async function look(resources: MediaResources, asset: assets.AssetRow, signal: AbortSignal): Promise<Checked> {
  const isVideo = asset.kind === 'VIDEO';
  const options = { folder: resources.config.SCRATCH_DIR, signal };
  const copy = await resources.blobs.localCopy(blobLayout.master(asset.id), options).catch((error: unknown) => {
    if (error instanceof BlobNotFoundError) return undefined;
    throw error;
  });
  if (!copy) return { kind: 'refused', refusal: 'EMPTY_FILE', detail: 'the file is gone' };
  try {
    // Before anything decodes it.
    const malware = await resources.scanner?.scan(copy.path, signal);
    if (malware) return { kind: 'refused', refusal: 'MALWARE', detail: malware };
    if (isVideo) {
      const verdict = await checkSource(resources.tools, copy.path, signal);
      if (!verdict.ok) return { kind: 'refused', ...verdict };
      const sample = await sampleFilm(resources.tools, verdict.source, copy.path, signal);
      return { kind: 'video', source: { ...verdict.source, ...(sample && { sample }) } };
    }
    const kept = await keepPicture(resources, copy.path, signal);
    if (kept.ok) return { kind: 'picture', picture: kept.picture };
    return { kind: 'refused', refusal: kept.refusal, detail: kept.detail ?? '' };
  } finally {
    await copy.release();
  }
}

/**
 * Writes the result of a check. Accepting a video starts its transcode; a refused file stays until its maker deletes it,
 * or another one is accepted for its slot.
 * False when the attempt does not hold its lease.
 */
export async function settleUpload(
  { tx, clock, emit, touch }: MediaWrite,
  check: assets.ClaimedCheck,
  checked: Checked,
): Promise<boolean> {
  const held = await assets.lockCheck(tx, check);
  if (!held) return checked.kind === 'picture' && isWritten(tx, checked.picture.id);
  const { id: assetId } = held;
  const free = { checkLeaseUntil: null };
  if (checked.kind === 'refused') {
    const refused = { ...free, state: 'REFUSED', refusedReason: checked.refusal };
    // Its maker keeps the row, which says why, and nobody the bytes.
    if (checked.refusal === 'MALWARE') await garbage.discard(tx, blobLayout.masterPrefix(assetId));
    const asset = await assets.update(tx, assetId, refused);
    await emit(uploadChecked(asset));
    touch('asset', asset);
    return true;
  }
  for (const older of await assets.lockRefused(tx, held)) await removeAsset({ tx, emit, touch }, older);
  // Each event of an asset has its own version, because consumers ignore versions that are not newer.
  if (checked.kind === 'picture') {
    const { id: pictureId, width, height } = checked.picture;
    await pictures.insert(tx, { ...checked.picture, assetId });
    await emit(uploadChecked(await assets.update(tx, assetId, { ...free, state: 'READY', pictureId, width, height })));
    const shown = await assets.update(tx, assetId, {});
    await emit(imageReady(shown, checked.picture));
    touch('asset', shown);
    return true;
  }
  const { source } = checked;
  const { width, height } = source.video;
  const durationMs = Math.round(source.durationS * 1000);
  const ready = { ...free, state: 'READY', source, durationMs, width, height };
  const accepted = await assets.update(tx, assetId, ready);
  await emit(uploadChecked(accepted));
  const currentTranscodeId = await transcodes.queue(tx, accepted, clock.now());
  const started = await assets.update(tx, assetId, { currentTranscodeId });
  await emit(transcodeStarted(started));
  touch('asset', started);
  return true;
}

/** True when an earlier try has written the picture, and its answer was lost. Otherwise nobody needs the picture. */
async function isWritten(tx: Tx, pictureId: string): Promise<boolean> {
  if (await pictures.exists(tx, pictureId)) return true;
  await pictures.discard(tx, pictureId);
  return false;
}
