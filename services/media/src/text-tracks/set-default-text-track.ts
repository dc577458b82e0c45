import type { AccountViewer } from '@marquee/runtime/viewer';
import * as assets from '../assets/assets.ts';
import { lockOwnAsset } from '../assets/require-own-asset.ts';
import type { MediaWrite } from '../resources.ts';
import { textTrackNotFound } from './text-track-errors.ts';
import * as textTracks from './text-tracks.ts';

/** Shows one track to viewers who have not chosen, in place of the one before; or shows it no more. */
export async function setDefaultTextTrack(
  { tx, touch }: MediaWrite,
  viewer: AccountViewer,
  { assetId, textTrackId, isDefault }: { assetId: string; textTrackId: string; isDefault: boolean },
): Promise<assets.WholeAsset> {
  const asset = await lockOwnAsset(tx, viewer, assetId);
  const track = (await textTracks.ofAsset(tx, assetId)).find(({ id }) => id === textTrackId);
  if (!track) throw textTrackNotFound();
  if (track.isDefault === isDefault) return assets.complete(tx, asset);
  await textTracks.setDefault(tx, assetId, isDefault ? textTrackId : undefined);
  const changed = await assets.update(tx, assetId, {});
  touch('asset', changed);
  return assets.complete(tx, changed);
}
