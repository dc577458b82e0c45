import type { Tx } from '@marquee/data/database';
import { type AccountViewer, isStaff } from '@marquee/runtime/viewer';
import { assetNotFound, assetNotYours } from '../media-errors.ts';
import * as assets from './assets.ts';

/** The asset's maker and staff, nobody else. */
export function requireAssetOwner(viewer: AccountViewer, asset: { ownerId: string }): void {
  if (viewer.accountId !== asset.ownerId && !isStaff(viewer)) throw assetNotYours();
}

/** The asset, locked, of this maker or for staff. */
export async function lockOwnAsset(tx: Tx, viewer: AccountViewer, assetId: string): Promise<assets.AssetRow> {
  const asset = await assets.lock(tx, assetId);
  if (!asset) throw assetNotFound();
  requireAssetOwner(viewer, asset);
  return asset;
}
