import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { signalAsset } from '../assets/asset-changed.ts';
import { transcodeDeleted } from '../assets/asset-events.ts';
import * as assetStore from '../assets/asset-store.ts';
import { requireAssetOwner } from '../assets/require-asset-owner.ts';
import { blobLayout } from '../blob-layout.ts';
import { assetLive, assetNotFound } from '../media-errors.ts';
import type { MediaResources } from '../resources.ts';
import * as transcodeStore from './transcode-store.ts';

/** Ends a transcode that waits or runs; afterwards there is none, and it may be started again. */
export function cancelTranscode(resources: MediaResources, viewer: Viewer, assetId: string): Promise<void> {
  return endTranscode(resources, viewer, assetId, ['WAITING', 'RUNNING']);
}

/** Removes the renditions, or whatever an attempt left; the source stays. */
export async function deleteTranscode(resources: MediaResources, viewer: Viewer, assetId: string): Promise<void> {
  await refuseLive(resources, viewer, assetId);
  return endTranscode(resources, viewer, assetId, ['WAITING', 'RUNNING', 'COMPLETE', 'ERROR']);
}

const LATE_WRITER_S = 60;

// What people watch is not taken from under them, as its file is not [STU-15].
async function refuseLive({ prisma, films }: MediaResources, viewer: Viewer, assetId: string): Promise<void> {
  const asset = isId(assetId) ? await prisma.asset.findUnique({ where: { id: assetId } }) : null;
  if (!asset) throw assetNotFound();
  requireAssetOwner(viewer, asset);
  if (asset.boundFilmId && (await films.isLive(asset.boundFilmId, assetId))) throw assetLive();
}

async function endTranscode(resources: MediaResources, viewer: Viewer, assetId: string, from: string[]): Promise<void> {
  const { db, outbox, signals } = resources;
  const ended = await db.transaction(async (tx) => {
    const asset = await assetStore.lock(tx, assetId);
    if (!asset) throw assetNotFound();
    requireAssetOwner(viewer, asset);
    const current = asset.currentTranscodeId ? await transcodeStore.find(tx, asset.currentTranscodeId) : undefined;
    if (!current || !from.includes(current.status)) return undefined;

    const isRunning = current.status === 'RUNNING';
    await transcodeStore.end(tx, current.id, current.status === 'COMPLETE' ? 'DELETED' : 'CANCELLED');
    const leftovers = blobLayout.renditionsOfVersion(assetId, current.id);
    await assetStore.discard(tx, leftovers, isRunning ? LATE_WRITER_S : 0);
    for (const id of current.posterIds) await assetStore.removePicture(tx, id);
    const changed = await assetStore.update(tx, assetId, { currentTranscodeId: null });
    await outbox.append(tx, transcodeDeleted(changed));
    return { asset: changed, transcodeId: current.id };
  });
  if (!ended) return;
  signals.publish(`transcode-cancelled:${ended.transcodeId}`, ended.asset.version);
  signalAsset(resources, ended.asset, { state: 'NONE' });
}
