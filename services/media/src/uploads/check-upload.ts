import { newId } from '@marquee/data/ids';
import type { UploadRefusal } from '@marquee/rules/media';
import { type Transaction, transact } from '@marquee/service/use-case';
import { BlobNotFoundError } from '@marquee/storage/blob-store';
import { imageReady, transcodeStarted, uploadChecked } from '../assets/asset-events.ts';
import * as assets from '../assets/assets.ts';
import { blobLayout } from '../blob-layout.ts';
import * as garbage from '../garbage.ts';
import { type KeptPicture, keepPicture } from '../pictures/keep-picture.ts';
import * as pictures from '../pictures/pictures.ts';
import type { MediaResources } from '../resources.ts';
import { type CheckedSource, checkSource } from '../transcode/check-source.ts';
import * as transcodes from '../transcode-queue/transcodes.ts';

type Checked =
  | { kind: 'video'; source: CheckedSource }
  | { kind: 'picture'; picture: KeptPicture }
  | { kind: 'refused'; refusal: UploadRefusal; detail: string };

/**
 * Checks a file. Accepting a video starts its transcode; a refused file stays until its maker deletes it.
 */
export async function checkUpload(
  resources: MediaResources,
  asset: assets.ClaimedCheck,
  signal: AbortSignal,
): Promise<void> {
  await decide(resources, asset, await look(resources, asset, signal));
}

/** Refuses a file after the last failed check. */
export function refuseUnreadable(resources: MediaResources, asset: assets.ClaimedCheck): Promise<void> {
  const refusal = asset.kind === 'VIDEO' ? 'VIDEO_UNREADABLE' : 'PICTURE_UNREADABLE';
  return decide(resources, asset, { kind: 'refused', refusal, detail: 'no check of it came to an end' });
}

async function decide(resources: MediaResources, asset: assets.ClaimedCheck, checked: Checked): Promise<void> {
  if (checked.kind === 'refused') {
    const { refusal, detail } = checked;
    resources.log.info({ assetId: asset.id, refusal, detail }, 'an upload was refused');
  }
  await write(resources, asset, checked);
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
    if (isVideo) {
      const verdict = await checkSource(resources.tools, copy.path, signal);
      return verdict.ok ? { kind: 'video', source: verdict.source } : { kind: 'refused', ...verdict };
    }
    const kept = await keepPicture(resources, copy.path, signal);
    if (kept.ok) return { kind: 'picture', picture: kept.picture };
    return { kind: 'refused', refusal: kept.refusal, detail: kept.detail ?? '' };
  } finally {
    await copy.release();
  }
}

/** Writes the result of a check, if its lease is still held. */
function write(resources: MediaResources, asset: assets.ClaimedCheck, checked: Checked): Promise<void> {
  return transact(resources, async (transaction) => {
    const locked = await assets.lockCheck(transaction.tx, asset);
    if (locked) await writeHeld(transaction, locked, checked, resources.clock.now());
    else if (checked.kind === 'picture')
      await garbage.discard(transaction.tx, blobLayout.picturePrefix(checked.picture.id));
  });
}

async function writeHeld(
  { tx, emit, touch }: Transaction,
  { id: assetId, ladderMode: mode }: assets.AssetRow,
  checked: Checked,
  now: Date,
): Promise<void> {
  const free = { checkLeaseUntil: null };
  if (checked.kind === 'refused') {
    const refused = { ...free, state: 'REFUSED', refusedReason: checked.refusal };
    const asset = await assets.update(tx, assetId, refused);
    await emit(uploadChecked(asset));
    touch('asset', asset);
    return;
  }
  // Each event of an asset has its own version, because consumers ignore versions that are not newer.
  if (checked.kind === 'picture') {
    const { id: pictureId, width, height } = checked.picture;
    await pictures.insert(tx, { ...checked.picture, assetId });
    await emit(uploadChecked(await assets.update(tx, assetId, { ...free, state: 'READY', pictureId, width, height })));
    const shown = await assets.update(tx, assetId, {});
    await emit(imageReady(shown, checked.picture));
    touch('asset', shown);
    return;
  }
  const { source } = checked;
  const { width, height } = source.video;
  const durationMs = Math.round(source.durationS * 1000);
  const ready = { ...free, state: 'READY', source, durationMs, width, height };
  await emit(uploadChecked(await assets.update(tx, assetId, ready)));
  const currentTranscodeId = newId();
  await transcodes.insert(tx, { id: currentTranscodeId, assetId, mode, dueAt: now });
  const started = await assets.update(tx, assetId, { currentTranscodeId });
  await emit(transcodeStarted(started));
  touch('asset', started);
}
