import type { Tx } from '@marquee/data/database';
import { type AccountViewer, isStaff } from '@marquee/runtime/viewer';
import { assetNotFound, assetNotYours } from './asset-errors.ts';
import * as assets from './assets.ts';

/** Allows the asset's maker and staff only. */
export function requireAssetOwner(viewer: AccountViewer, asset: { ownerId: string }): void {
  if (viewer.accountId !== asset.ownerId && !isStaff(viewer)) throw assetNotYours();
}

/** The asset with its row locked, if the viewer is its maker or staff. */
export async function lockOwnAsset(tx: Tx, viewer: AccountViewer, assetId: string): Promise<assets.AssetRow> {
  const asset = await assets.lock(tx, assetId);
  if (!asset) throw assetNotFound();
  requireAssetOwner(viewer, asset);
  return asset;
}
