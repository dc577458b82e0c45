import type { AccountViewer } from '@marquee/runtime/viewer';
import * as pictures from '../pictures/pictures.ts';
import type { MediaResources, MediaWrite } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as garbage from '../storage/garbage.ts';
import { uploadBytes } from '../uploads/upload-bytes.ts';
import { assetInUse } from './asset-errors.ts';
import { assetDeleted } from './asset-events.ts';
import * as assets from './assets.ts';
import { lockOwnAsset } from './require-own-asset.ts';

/** Deletes a file with its renditions and pictures; refused while a film uses it. */
export async function deleteAsset(
  { tx, emit, touch }: MediaWrite,
  viewer: AccountViewer,
  { assetId }: { assetId: string },
): Promise<assets.AssetRow> {
  const asset = await lockOwnAsset(tx, viewer, assetId);
  if (asset.boundFilmId) throw assetInUse();
  return removeAsset({ tx, emit, touch }, asset);
}

/** Deletes a locked asset that no film uses, with all that was made of it. */
export async function removeAsset(
  { tx, emit, touch }: Pick<MediaWrite, 'tx' | 'emit' | 'touch'>,
  asset: assets.AssetRow,
): Promise<assets.AssetRow> {
  const { id: assetId } = asset;
  for (const { id } of await pictures.ofAsset(tx, assetId)) await pictures.remove(tx, id);
  await garbage.discard(tx, blobLayout.masterPrefix(assetId));
  await garbage.discard(tx, blobLayout.renditionsOfAsset(assetId), garbage.CANCELLED_WRITER_S);
  await garbage.discard(tx, blobLayout.textTracksOfAsset(assetId), garbage.CANCELLED_WRITER_S);
  const last = await assets.update(tx, assetId, { currentTranscodeId: null });
  await emit(assetDeleted(last));
  await assets.remove(tx, assetId);
  touch('asset', last);
  if (asset.currentTranscodeId) touch('transcode-cancelled', { id: asset.currentTranscodeId, version: last.version });
  return last;
}

/** Deletes the bytes of an upload that was not complete. */
export async function discardUpload(resources: MediaResources, deleted: assets.AssetRow | undefined): Promise<void> {
  if (deleted) await uploadBytes(resources).discard(deleted.id);
}
