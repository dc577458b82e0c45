import type { Viewer } from '@marquee/runtime/viewer';
import { blobLayout } from '../blob-layout.ts';
import { assetInUse, assetNotFound } from '../media-errors.ts';
import type { MediaResources } from '../resources.ts';
import { uploadBytes } from '../uploads/upload-bytes.ts';
import { signalAsset } from './asset-changed.ts';
import { assetDeleted } from './asset-events.ts';
import * as assetStore from './asset-store.ts';
import { requireAssetOwner } from './require-asset-owner.ts';

const LATE_WRITER_S = 60;

/** Removes a file with everything made of it; refused while a film uses it. */
export async function deleteAsset(resources: MediaResources, viewer: Viewer, assetId: string): Promise<void> {
  const { db, outbox, signals } = resources;
  const gone = await db.transaction(async (tx) => {
    const asset = await assetStore.lock(tx, assetId);
    if (!asset) throw assetNotFound();
    requireAssetOwner(viewer, asset);
    if (asset.boundFilmId) throw assetInUse();
    for (const id of await assetStore.picturesOf(tx, assetId)) await assetStore.removePicture(tx, id);
    await assetStore.discard(tx, blobLayout.masterPrefix(assetId));
    await assetStore.discard(tx, blobLayout.renditionsOfAsset(assetId), LATE_WRITER_S);
    const last = await assetStore.update(tx, assetId, { currentTranscodeId: null });
    await outbox.append(tx, assetDeleted(last));
    await assetStore.remove(tx, assetId);
    return { ...last, transcodeId: asset.currentTranscodeId };
  });
  if (gone.transcodeId) signals.publish(`transcode-cancelled:${gone.transcodeId}`, gone.version);
  await uploadBytes(resources).discard(assetId);
  signalAsset(resources, gone, { state: 'DELETED' });
}
