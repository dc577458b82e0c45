import { keyset } from '@marquee/data/paging';
import { type AccountViewer, isStaff } from '@marquee/runtime/viewer';
import type { MediaResources } from '../resources.ts';
import { asRefusal } from '../storage/storage-errors.ts';
import { uploadBytes } from '../uploads/upload-bytes.ts';
import * as assets from './assets.ts';

/** An asset, the bytes received while it is uploaded, and where its transcode stands in line: 1 is made next. */
export type ListedAsset = { asset: assets.WholeAsset; received: number; placeInLine?: number | undefined };

type ListUploads = { filmId: string; pageSize: number; cursor: string };

/** A maker's unfinished files and those that no film uses. Staff may ask for those of any film. */
export async function listUploads(
  resources: MediaResources,
  viewer: AccountViewer,
  { filmId, pageSize, cursor }: ListUploads,
): Promise<{ assets: ListedAsset[]; nextCursor: string }> {
  const list = keyset<[string]>({
    key: resources.config.CURSOR_KEY,
    scope: `uploads:${viewer.accountId}:${filmId}`,
    size: pageSize,
    cursor,
  });
  const found = await assets.pageOfOpen(resources.prisma, {
    ownerId: isStaff(viewer) && filmId ? undefined : viewer.accountId,
    filmId: filmId || undefined,
    before: list.after?.[0],
    limit: list.limit,
  });
  const { rows, nextCursor } = list.page(found, ({ id }) => [id]);
  return { assets: await Promise.all(rows.map((asset) => withReceived(resources, asset))), nextCursor };
}

export async function withReceived(
  resources: Pick<MediaResources, 'config' | 'blobs'>,
  asset: assets.WholeAsset,
): Promise<ListedAsset> {
  if (asset.state !== 'UPLOADING') return { asset, received: 0 };
  const received = await uploadBytes(resources)
    .received(asset.id, Number(asset.sizeBytes))
    .catch((error: unknown) => {
      throw asRefusal(error);
    });
  return { asset, received };
}
