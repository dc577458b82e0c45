import { isStaff, requireAccount, type Viewer } from '@marquee/runtime/viewer';
import { assetNotYours } from '../media-errors.ts';

/** The asset's maker and staff, nobody else. */
export function requireAssetOwner(viewer: Viewer, asset: { ownerId: string }): void {
  const account = requireAccount(viewer);
  if (account.accountId !== asset.ownerId && !isStaff(viewer)) throw assetNotYours();
}
