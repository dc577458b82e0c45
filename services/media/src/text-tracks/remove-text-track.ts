import type { AccountViewer } from '@marquee/runtime/viewer';
import * as assets from '../assets/assets.ts';
import { lockOwnAsset } from '../assets/require-own-asset.ts';
import type { MediaWrite } from '../resources.ts';
import * as textTracks from './text-tracks.ts';

/** Removes subtitles or captions of a video; those that are gone already stay gone. */
export async function removeTextTrack(
  { tx, touch }: MediaWrite,
  viewer: AccountViewer,
  { assetId, textTrackId }: { assetId: string; textTrackId: string },
): Promise<assets.WholeAsset> {
  const asset = await lockOwnAsset(tx, viewer, assetId);
  const track = (await textTracks.ofAsset(tx, assetId)).find(({ id }) => id === textTrackId);
  if (!track) return assets.complete(tx, asset);
  await textTracks.remove(tx, track);
  const changed = await assets.update(tx, assetId, {});
  touch('asset', changed);
  return assets.complete(tx, changed);
}
