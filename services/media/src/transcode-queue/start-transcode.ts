import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { transcodeStarted } from '../assets/asset-events.ts';
import * as assetStore from '../assets/asset-store.ts';
import { requireAssetOwner } from '../assets/require-asset-owner.ts';
import { assetNotFound, assetNotReady, notAVideoAsset } from '../media-errors.ts';
import type { MediaResources } from '../resources.ts';
import * as transcodeStore from './transcode-store.ts';

/**
 * Puts a transcode in line; one that waits, runs or is complete already is left as it is. The caller's transaction,
 * so that a repeated request answers the same.
 */
export async function startTranscode(
  { outbox, clock }: MediaResources,
  tx: Tx,
  viewer: Viewer,
  assetId: string,
): Promise<assetStore.AssetRow> {
  const asset = await assetStore.lock(tx, assetId);
  if (!asset) throw assetNotFound();
  requireAssetOwner(viewer, asset);
  if (asset.kind !== 'VIDEO') throw notAVideoAsset();
  if (asset.state !== 'READY') throw assetNotReady();
  const current = asset.currentTranscodeId ? await transcodeStore.find(tx, asset.currentTranscodeId) : undefined;
  if (current && current.status !== 'ERROR') return asset;

  const id = newId();
  await transcodeStore.insert(tx, { id, assetId, mode: asset.ladderMode, dueAt: clock.now() });
  const started = await assetStore.update(tx, assetId, { currentTranscodeId: id });
  await outbox.append(tx, transcodeStarted(started));
  return started;
}
