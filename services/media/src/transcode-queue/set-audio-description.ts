import type { AccountViewer } from '@marquee/runtime/viewer';
import { soundNotFound } from '../assets/asset-errors.ts';
import * as assets from '../assets/assets.ts';
import { lockOwnAsset } from '../assets/require-own-asset.ts';
import type { MediaWrite } from '../resources.ts';
import type { CheckedSource } from '../transcode/check-source.ts';
import { deleteTranscode } from './delete-transcode.ts';
import { startTranscode } from './start-transcode.ts';

type SetAudioDescription = { assetId: string; index: number; isDescription: boolean };

/** Marks a sound track as audio description, or as none. Manifests say so too, and are written once: all is made again. */
export async function setAudioDescription(
  write: MediaWrite,
  viewer: AccountViewer,
  { assetId, index, isDescription }: SetAudioDescription,
): Promise<assets.WholeAsset> {
  const { tx } = write;
  const asset = await lockOwnAsset(tx, viewer, assetId);
  const source = asset.source as CheckedSource | null;
  const sound = source?.audio[index];
  if (!source || !sound) throw soundNotFound();
  if (Boolean(sound.isDescription) === isDescription) return assets.complete(tx, asset);
  const audio = source.audio.with(index, { ...sound, isDescription });
  await assets.update(tx, assetId, { source: { ...source, audio } });
  await deleteTranscode(write, viewer, { assetId });
  return startTranscode(write, viewer, { assetId });
}
