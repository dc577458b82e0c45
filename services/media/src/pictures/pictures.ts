import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { type Picture, Prisma } from '../../gen/prisma/client.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as garbage from '../storage/garbage.ts';

// Longer than the time between storing a picture's blobs and writing its row.
const UNNAMED_PICTURE_S = 24 * 60 * 60;

const COLUMNS = columnsOf(Object.values(Prisma.PictureScalarFieldEnum));

const NEW_FIELDS = ['id', 'assetId', 'width', 'height', 'thumbhash', 'focalX', 'focalY'] as const;
export type NewPicture = Pick<Picture, (typeof NEW_FIELDS)[number]> & { assetId: string };

const OWNED_FIELDS = ['id', 'ownerId', 'width', 'height', 'thumbhash', 'focalX', 'focalY'] as const;
type OwnedPicture = Pick<Picture, (typeof OWNED_FIELDS)[number]> & { ownerId: string };

// A picture that its account does not show after a day was of a change that failed.
const NOT_SHOWN = `owner_id IS NOT NULL AND shown_version IS NULL AND created_at < now() - interval '1 day'`;

/** Comes before the blobs of a picture: they are deleted unless `insert` follows. */
export async function announce(tx: Tx, id: string): Promise<void> {
  await garbage.discard(tx, blobLayout.picturePrefix(id), UNNAMED_PICTURE_S);
}

/** Writes the row of a picture that was announced. */
export async function insert(tx: Tx, picture: NewPicture): Promise<void> {
  const isAnnounced = await garbage.keep(tx, blobLayout.picturePrefix(picture.id));
  if (!isAnnounced) throw new Error(`The picture ${picture.id} was not announced, or may be swept already`);
  await insertFields(tx, NEW_FIELDS, picture);
}

/** As `insert`, for a picture of an account. */
export async function insertOwned(tx: Tx, picture: OwnedPicture): Promise<void> {
  const isAnnounced = await garbage.keep(tx, blobLayout.picturePrefix(picture.id));
  if (!isAnnounced) throw new Error(`The picture ${picture.id} was not announced, or may be swept already`);
  await insertFields(tx, OWNED_FIELDS, picture);
}

async function insertFields<F extends string>(tx: Tx, fields: readonly F[], values: Record<F, unknown>): Promise<void> {
  await tx.query(
    `INSERT INTO pictures (${columnsOf(fields)}) VALUES (${fields.map((_, index) => `$${index + 1}`).join(', ')})`,
    fields.map((field) => values[field]),
  );
}

/** Notes which pictures an account shows as of this version, and deletes those that it showed before. */
export async function showOnly(tx: Tx, ownerId: string, ids: readonly string[], version: bigint): Promise<void> {
  await tx.query(
    `UPDATE pictures SET shown_version = $3
     WHERE owner_id = $1 AND id = ANY($2) AND (shown_version IS NULL OR shown_version < $3)`,
    [ownerId, ids, version],
  );
  const rows = await tx.query<{ id: string }>(
    `DELETE FROM pictures WHERE owner_id = $1 AND shown_version < $3 AND NOT id = ANY($2) RETURNING id`,
    [ownerId, ids, version],
  );
  for (const { id } of rows) await discard(tx, id);
}

/** Deletes pictures of an account, up to a limit. Returns how many. */
export async function removeOwned(tx: Tx, ownerId: string, limit: number): Promise<number> {
  const rows = await tx.query<{ id: string }>(
    `DELETE FROM pictures WHERE id IN (SELECT id FROM pictures WHERE owner_id = $1 LIMIT $2) RETURNING id`,
    [ownerId, limit],
  );
  for (const { id } of rows) await discard(tx, id);
  return rows.length;
}

/** Deletes pictures that their accounts have not shown within a day. */
export async function pruneNotShown(tx: Tx, limit: number): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `DELETE FROM pictures WHERE id IN (SELECT id FROM pictures WHERE ${NOT_SHOWN} LIMIT $1) RETURNING id`,
    [limit],
  );
  for (const { id } of rows) await discard(tx, id);
}

/** True once the row of a picture has been written. */
export async function exists(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query('SELECT 1 FROM pictures WHERE id = $1', [id])).length === 1;
}

/** True for a picture of this account. */
export async function isOwnedBy(tx: Tx, id: string, ownerId: string): Promise<boolean> {
  return (await tx.query('SELECT 1 FROM pictures WHERE id = $1 AND owner_id = $2', [id, ownerId])).length === 1;
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
