import { newId } from '@marquee/data/ids';
import type { UploadRefusal } from '@marquee/rules/media';
import { BlobNotFoundError } from '@marquee/storage/blob-store';
import { signalAsset } from '../assets/asset-changed.ts';
import { imageReady, transcodeStarted, uploadChecked } from '../assets/asset-events.ts';
import * as assetStore from '../assets/asset-store.ts';
import { blobLayout } from '../blob-layout.ts';
import { type KeptPicture, keepPicture } from '../pictures/keep-picture.ts';
import type { MediaResources } from '../resources.ts';
import { type CheckedSource, checkSource } from '../transcode/check-source.ts';
import * as transcodeStore from '../transcode-queue/transcode-store.ts';

type Checked =
  | { kind: 'video'; source: CheckedSource }
  | { kind: 'picture'; picture: KeptPicture }
  | { kind: 'refused'; refusal: UploadRefusal; detail: string };

/**
 * Looks into a file and decides. A video that is accepted starts its transcode; a refused file stays until its maker
 * deletes it.
 */
export async function checkUpload(
  resources: MediaResources,
  asset: assetStore.ClaimedCheck,
  signal: AbortSignal,
): Promise<void> {
  await decide(resources, asset, await look(resources, asset, signal));
}

/** Refuses a file whose checks failed or were lost each time. */
export function refuseUnreadable(resources: MediaResources, asset: assetStore.ClaimedCheck): Promise<void> {
  const refusal = asset.kind === 'VIDEO' ? 'VIDEO_UNREADABLE' : 'PICTURE_UNREADABLE';
  return decide(resources, asset, { kind: 'refused', refusal, detail: 'no check of it came to an end' });
}

async function decide(resources: MediaResources, asset: assetStore.ClaimedCheck, checked: Checked): Promise<void> {
  if (checked.kind === 'refused') {
    const { refusal, detail } = checked;
    resources.log.info({ assetId: asset.id, refusal, detail }, 'an upload was refused');
  }
  const written = await write(resources, asset, checked);
  if (written) signalAsset(resources, written, { state: written.state });
}

async function look(resources: MediaResources, asset: assetStore.AssetRow, signal: AbortSignal): Promise<Checked> {
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

async function write(resources: MediaResources, asset: assetStore.ClaimedCheck, checked: Checked) {
  const { db, outbox, clock } = resources;
  const assetId = asset.id;
  return db.transaction(async (tx) => {
    const locked = await assetStore.lockCheck(tx, asset);
    if (!locked) {
      if (checked.kind === 'picture') await assetStore.discard(tx, blobLayout.picturePrefix(checked.picture.id));
      return undefined;
    }
    const free = { checkLeaseUntil: null };
    if (checked.kind === 'refused') {
      const refused = await assetStore.update(tx, assetId, {
        ...free,
        state: 'REFUSED',
        refusedReason: checked.refusal,
      });
      await outbox.append(tx, uploadChecked(refused));
      return refused;
    }
    if (checked.kind === 'picture') {
      const { id, width, height } = checked.picture;
      await assetStore.insertPicture(tx, { ...checked.picture, assetId });
      const ready = await assetStore.update(tx, assetId, { ...free, state: 'READY', pictureId: id, width, height });
      await outbox.append(tx, uploadChecked(ready));
      // Each event of an asset has a version of its own, because consumers leave out what is not newer.
      const shown = await assetStore.update(tx, assetId, {});
      await outbox.append(tx, imageReady(shown, checked.picture));
      return shown;
    }
    const { source } = checked;
    const transcodeId = newId();
    await transcodeStore.insert(tx, { id: transcodeId, assetId, mode: locked.ladderMode, dueAt: clock.now() });
    const ready = await assetStore.update(tx, assetId, {
      ...free,
      state: 'READY',
      source,
      durationMs: Math.round(source.durationS * 1000),
      width: source.video.width,
      height: source.video.height,
    });
    await outbox.append(tx, uploadChecked(ready));
    const started = await assetStore.update(tx, assetId, { currentTranscodeId: transcodeId });
    await outbox.append(tx, transcodeStarted(started));
    return started;
  });
}
