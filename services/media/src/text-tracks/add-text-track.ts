import { newId } from '@marquee/data/ids';
import { type addTextTrackSchema, TEXT_TRACK_LIMITS } from '@marquee/rules/text-tracks';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { assetNotFound, notAVideoAsset } from '../assets/asset-errors.ts';
import * as assets from '../assets/assets.ts';
import { lockOwnAsset, requireAssetOwner } from '../assets/require-own-asset.ts';
import type { MediaResources, MediaWrite } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import { readCueFile } from './read-cue-file.ts';
import { textTrackRefused, tooManyTextTracks } from './text-track-errors.ts';
import * as textTracks from './text-tracks.ts';

type AddTextTrack = z.output<typeof addTextTrackSchema>;
type StoredCues = Pick<textTracks.NewTextTrack, 'id' | 'cueCount' | 'firstCueMs' | 'endMs' | 'cueSeconds'>;

/** Reads the file and stores its cues as WebVTT, before the transaction that writes the row. */
export async function storeTextTrack(
  { db, blobs }: MediaResources,
  viewer: AccountViewer,
  { assetId, language, data }: AddTextTrack,
): Promise<StoredCues> {
  const asset = await assets.get(db, assetId);
  if (!asset) throw assetNotFound();
  requireAssetOwner(viewer, asset);
  const file = await readCueFile({ data, language }, viewer.accountId);
  if (!file.ok) throw textTrackRefused(file.refusal, file.line);
  const { vtt, cueCount, firstCueMs, endMs, cueSeconds } = file;
  const id = newId();
  await textTracks.announce(db, assetId, id);
  await blobs.put(blobLayout.textTrack(assetId, id), Buffer.from(vtt));
  return { id, cueCount, firstCueMs, endMs, cueSeconds };
}

/** Adds subtitles or captions to a video; those of the same language and kind are replaced [STU-12]. */
export async function addTextTrack(
  { tx, touch }: MediaWrite,
  viewer: AccountViewer,
  { assetId, language, kind, fileName }: AddTextTrack,
  cues: StoredCues,
): Promise<assets.WholeAsset> {
  const asset = await lockOwnAsset(tx, viewer, assetId);
  if (asset.kind !== 'VIDEO') throw notAVideoAsset();
  const tracks = await textTracks.ofAsset(tx, assetId);
  const replaced = tracks.find((track) => track.language === language && track.kind === kind);
  if (replaced) await textTracks.remove(tx, replaced);
  else if (tracks.length >= TEXT_TRACK_LIMITS.perVideoMax) throw tooManyTextTracks();
  const isDefault = replaced?.isDefault ?? false;
  await textTracks.insert(tx, { ...cues, assetId, language, kind, fileName, isDefault });
  const changed = await assets.update(tx, assetId, {});
  touch('asset', changed);
  return assets.complete(tx, changed);
}
