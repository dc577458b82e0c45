import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { type Picture, Prisma } from '../../gen/prisma/client.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as garbage from '../storage/garbage.ts';

// Longer than the time between storing a picture's blobs and writing its row.
const UNNAMED_PICTURE_S = 24 * 60 * 60;

const COLUMNS = columnsOf(Object.values(Prisma.PictureScalarFieldEnum));

const NEW_FIELDS = ['id', 'assetId', 'width', 'height', 'thumbhash', 'focalX', 'focalY'] as const;
export type NewPicture = Pick<Picture, (typeof NEW_FIELDS)[number]>;

/** Comes before the blobs of a picture: they are deleted unless `insert` follows. */
export async function announce(tx: Tx, id: string): Promise<void> {
  await garbage.discard(tx, blobLayout.picturePrefix(id), UNNAMED_PICTURE_S);
}

/** Writes the row of a picture that was announced. */
export async function insert(tx: Tx, picture: NewPicture): Promise<void> {
  const isAnnounced = await garbage.keep(tx, blobLayout.picturePrefix(picture.id));
  if (!isAnnounced) throw new Error(`The picture ${picture.id} was not announced, or may be swept already`);
  await tx.query(
    `INSERT INTO pictures (${columnsOf(NEW_FIELDS)}) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    NEW_FIELDS.map((field) => picture[field]),
  );
}

/** True once the row of a picture has been written. */
export async function exists(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query('SELECT 1 FROM pictures WHERE id = $1', [id])).length === 1;
}

/** Deletes a picture whose row was not written, without waiting for a day. */
export async function discard(tx: Tx, id: string): Promise<void> {
  await garbage.discard(tx, blobLayout.picturePrefix(id));
}

export async function ofAsset(tx: Tx, assetId: string): Promise<Picture[]> {
  return tx.query<Picture>(`SELECT ${COLUMNS} FROM pictures WHERE asset_id = $1`, [assetId]);
}

type Focus = Pick<Picture, 'focalX' | 'focalY'>;

/** What draws the eye in a picture, if it was found. */
export async function focusOf(tx: Tx, id: string): Promise<Focus | undefined> {
  const [focus] = await tx.query<Focus>('SELECT focal_x, focal_y FROM pictures WHERE id = $1', [id]);
  return focus;
}

/** Deletes a picture, with all its sizes. */
export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.query('DELETE FROM pictures WHERE id = $1', [id]);
  await discard(tx, id);
}
