import type { AccountViewer } from '@marquee/runtime/viewer';
import type * as assets from '../assets/assets.ts';
import { lockOwnAsset } from '../assets/require-own-asset.ts';
import type { MediaWrite } from '../resources.ts';
import { endTranscode } from './end-transcode.ts';

/** Cancels a transcode that waits or runs. It may be started again [STU-06]. */
export async function cancelTranscode(
  write: MediaWrite,
  viewer: AccountViewer,
  { assetId }: { assetId: string },
): Promise<assets.WholeAsset> {
  return endTranscode(write, await lockOwnAsset(write.tx, viewer, assetId), ['WAITING', 'RUNNING']);
}
