import type { AccountViewer } from '@marquee/runtime/viewer';
import { protectionChanged } from '../assets/asset-events.ts';
import * as assets from '../assets/assets.ts';
import { lockOwnAsset } from '../assets/require-own-asset.ts';
import type { MediaWrite } from '../resources.ts';
import * as transcodes from '../transcode-queue/transcodes.ts';
import { endProtection } from './end-protection.ts';
import * as protections from './protections.ts';
import { queueRemoval } from './queue-protection.ts';

/**
 * Makes what plays clear again; a protection that is under way ends [STU-07]. The protected version plays until the clear one
 * is whole.
 */
export async function deleteProtection(
  write: MediaWrite,
  viewer: AccountViewer,
  { assetId }: { assetId: string },
): Promise<assets.WholeAsset> {
  const { tx, emit, touch } = write;
  const asset = await lockOwnAsset(tx, viewer, assetId);
  const current = asset.currentTranscodeId ? await transcodes.get(tx, asset.currentTranscodeId) : undefined;
  const open = await protections.openOf(tx, assetId);
  if (open?.isRemoval) return assets.complete(tx, asset);
  await endProtection(write, asset);
  if (current?.isProtected) return assets.complete(tx, await queueRemoval(write, asset, current.id));
  if (asset.protection === '' && !asset.protected) return assets.complete(tx, asset);

  const clear = await assets.complete(tx, await assets.update(tx, assetId, { protected: false, protection: '' }));
  await emit(protectionChanged(clear));
  touch('asset', clear);
  return clear;
}
