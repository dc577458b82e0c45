import type * as assets from '../assets/assets.ts';
import type { MediaWrite } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as garbage from '../storage/garbage.ts';
import * as protections from './protections.ts';

/** Cancels a protection that waits or runs, and deletes what it has made. */
export async function endProtection(
  { tx, touch }: Pick<MediaWrite, 'tx' | 'touch'>,
  asset: assets.AssetRow,
): Promise<void> {
  const ended = await protections.cancel(tx, asset.id);
  if (!ended) return;
  await garbage.discard(tx, blobLayout.renditionsOfVersion(asset.id, ended.id), garbage.CANCELLED_WRITER_S);
  touch('transcode-cancelled', { id: ended.id, version: asset.version });
}
