import type { AccountViewer } from '@marquee/runtime/viewer';
import * as assets from '../assets/assets.ts';
import { lockOwnAsset } from '../assets/require-own-asset.ts';
import type { MediaWrite } from '../resources.ts';
import { textTrackNotFound } from './text-track-errors.ts';
import * as textTracks from './text-tracks.ts';

/** Shows one track to viewers who have not chosen; without an id none. */
export async function setDefaultTextTrack(
  { tx, touch }: MediaWrite,
  viewer: AccountViewer,
  { assetId, textTrackId }: { assetId: string; textTrackId: string },
): Promise<assets.WholeAsset> {
  await lockOwnAsset(tx, viewer, assetId);
  const tracks = await textTracks.ofAsset(tx, assetId);
  if (textTrackId && !tracks.some(({ id }) => id === textTrackId)) throw textTrackNotFound();
  await textTracks.setDefault(tx, assetId, textTrackId || undefined);
  const changed = await assets.update(tx, assetId, {});
  touch('asset', changed);
  return assets.complete(tx, changed);
}
