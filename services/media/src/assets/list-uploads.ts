import { isId } from '@marquee/data/ids';
import { cutPage, decodeCursor, encodeCursor, pageSize } from '@marquee/data/paging';
import { invalid } from '@marquee/runtime/errors';
import { isStaff, requireAccount, type Viewer } from '@marquee/runtime/viewer';
import { asRefusal } from '../media-errors.ts';
import type { MediaResources } from '../resources.ts';
import { uploadBytes } from '../uploads/upload-bytes.ts';
import * as assetStore from './asset-store.ts';

export type ListedAsset = { asset: assetStore.WholeAsset; received: number };

/** A maker's files that are under way or wait for a decision. Staff see those of any film that they name. */
export async function listUploads(
  resources: MediaResources,
  viewer: Viewer,
  input: { filmId: string; pageSize: number; cursor: string },
): Promise<{ assets: ListedAsset[]; nextCursor: string }> {
  const account = requireAccount(viewer);
  if (input.filmId !== '' && !isId(input.filmId)) {
    throw invalid([{ field: 'filmId', message: 'This film does not exist.' }]);
  }
  const key = resources.config.CURSOR_KEY;
  const scope = `uploads:${account.accountId}:${input.filmId}`;
  const [before] = input.cursor ? decodeCursor<[string]>(key, input.cursor, scope) : [];
  const size = pageSize(input.pageSize);
  const found = await assetStore.listOpen(resources.prisma, {
    ownerId: isStaff(viewer) && input.filmId ? undefined : account.accountId,
    filmId: input.filmId || undefined,
    before,
    limit: size + 1,
  });
  const { rows, nextCursor } = cutPage(found, size, (last) => encodeCursor(key, [last.id], scope));
  const assets = await Promise.all(rows.map((asset) => withReceived(resources, asset)));
  return { assets, nextCursor };
}

export async function withReceived(
  resources: Pick<MediaResources, 'config' | 'blobs'>,
  asset: assetStore.WholeAsset,
): Promise<ListedAsset> {
  if (asset.state !== 'UPLOADING') return { asset, received: 0 };
  const received = await uploadBytes(resources)
    .received(asset.id, Number(asset.sizeBytes))
    .catch((error: unknown) => {
      throw asRefusal(error);
    });
  return { asset, received };
}
