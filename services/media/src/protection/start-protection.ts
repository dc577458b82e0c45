import type { AccountViewer } from '@marquee/runtime/viewer';
import { assetNotReady, notAVideoAsset } from '../assets/asset-errors.ts';
import * as assets from '../assets/assets.ts';
import { lockOwnAsset } from '../assets/require-own-asset.ts';
import type { MediaWrite } from '../resources.ts';
import * as transcodes from '../transcode-queue/transcodes.ts';
import { requireWorkWithinLimits } from '../uploads/require-work-within-limits.ts';
import { notAFilm } from './protection-errors.ts';
import * as protections from './protections.ts';
import { queueProtection } from './queue-protection.ts';

/** Encrypts what plays of a video. One that is protected, or about to be, is left as it is [STU-07]. */
export async function startProtection(
  write: MediaWrite,
  viewer: AccountViewer,
  { assetId }: { assetId: string },
): Promise<assets.WholeAsset> {
  const { tx, clock } = write;
  const asset = await lockOwnAsset(tx, viewer, assetId);
  if (asset.kind !== 'VIDEO') throw notAVideoAsset();
  if (asset.slot !== 'FILM_VIDEO') throw notAFilm();
  const current = asset.currentTranscodeId ? await transcodes.get(tx, asset.currentTranscodeId) : undefined;
  if (current?.status !== 'COMPLETE') throw assetNotReady();
  if (current.isProtected || (await protections.openOf(tx, assetId))) return assets.complete(tx, asset);

  // A start takes the workers' time as a new file does, and counts as one.
  requireWorkWithinLimits(await assets.lockUploads(tx, asset.ownerId, clock.now()));
  await assets.countWork(tx, asset.ownerId, clock.now());
  return assets.complete(tx, await queueProtection(write, asset, current.id));
}
