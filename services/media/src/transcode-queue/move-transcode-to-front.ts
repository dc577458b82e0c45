import type { AccountViewer } from '@marquee/runtime/viewer';
import { transcodeMoved } from '../assets/asset-events.ts';
import * as assets from '../assets/assets.ts';
import type { ListedAsset } from '../assets/list-uploads.ts';
import { lockOwnAsset } from '../assets/require-own-asset.ts';
import type { MediaWrite } from '../resources.ts';
import { transcodeNotWaiting, transcodeRunning } from './transcode-errors.ts';
import * as transcodes from './transcodes.ts';

/** Makes a waiting transcode the next one. One that staff have moved there already is left as it is. */
export async function moveTranscodeToFront(
  { tx, emit, touch }: MediaWrite,
  viewer: AccountViewer,
  { assetId }: { assetId: string },
): Promise<ListedAsset> {
  const asset = await lockOwnAsset(tx, viewer, assetId);
  const current = asset.currentTranscodeId ? await transcodes.get(tx, asset.currentTranscodeId) : undefined;
  if (current?.status === 'RUNNING') throw transcodeRunning();
  if (current?.status !== 'WAITING') throw transcodeNotWaiting();
  const next = async (of: assets.AssetRow) => ({ asset: await assets.complete(tx, of), received: 0, placeInLine: 1 });
  if (current.movedBy && (await transcodes.line.before(tx, current.id)) === 0) return next(asset);

  // A worker may have taken it since it was read.
  if (!(await transcodes.moveToFront(tx, current.id, viewer.accountId))) throw transcodeRunning();
  const moved = await assets.update(tx, assetId, {});
  await emit(transcodeMoved(moved, viewer.accountId));
  touch('asset', moved);
  return next(moved);
}
