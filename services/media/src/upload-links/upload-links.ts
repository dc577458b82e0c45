import { columnsOf, insertClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { type Asset, Prisma, type UploadLink } from '../../gen/prisma/client.ts';

export type UploadLinkRow = UploadLink;

const COLUMNS = columnsOf(Object.values(Prisma.UploadLinkScalarFieldEnum));

export async function insert(
  tx: Tx,
  link: Omit<UploadLinkRow, 'files' | 'revokedAt' | 'createdAt'>,
): Promise<UploadLinkRow | undefined> {
  const { text, values } = insertClause(link);
  const [row] = await tx.query<UploadLinkRow>(`INSERT INTO upload_links ${text} RETURNING ${COLUMNS}`, values);
  return row;
}

export async function get(tx: Tx, id: string): Promise<UploadLinkRow | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await tx.query<UploadLinkRow>(`SELECT ${COLUMNS} FROM upload_links WHERE id = $1`, [id]);
  return row;
}

/** The link with its row locked, so that its files are counted one after the other. */
export async function lock(tx: Tx, id: string): Promise<UploadLinkRow | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await tx.query<UploadLinkRow>(`SELECT ${COLUMNS} FROM upload_links WHERE id = $1 FOR UPDATE`, [id]);
  return row;
}

/** A maker's links of a film, newest first. */
export function ofFilm(tx: Tx, ownerId: string, filmId: string, limit: number): Promise<UploadLinkRow[]> {
  return tx.query<UploadLinkRow>(
    `SELECT ${COLUMNS} FROM upload_links WHERE film_id = $1 AND owner_id = $2 ORDER BY id DESC LIMIT $3`,
    [filmId, ownerId, limit],
  );
}

/** How many links of a film can be used. Locks them to the end of the transaction, new ones too. */
export async function lockOpen(tx: Tx, filmId: string, now: Date): Promise<number> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('upload-links:' || $1, 0))", [filmId]);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM upload_links
     WHERE film_id = $1 AND revoked_at IS NULL AND expires_at > $2 AND files < files_max`,
    [filmId, now],
  );
  return row?.count ?? 0;
}

export async function revoke(tx: Tx, id: string, now: Date): Promise<UploadLinkRow | undefined> {
  const [row] = await tx.query<UploadLinkRow>(
    `UPDATE upload_links SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, now],
  );
  return row;
}

/** Ends all links of a maker. */
export async function revokeAll(tx: Tx, ownerId: string, now: Date): Promise<void> {
  await tx.query('UPDATE upload_links SET revoked_at = $2 WHERE owner_id = $1 AND revoked_at IS NULL', [ownerId, now]);
}

/** Ends a maker's links of one film. */
export async function revokeOfFilm(
  tx: Tx,
  { filmId, ownerId }: Pick<UploadLinkRow, 'filmId' | 'ownerId'>,
  now: Date,
): Promise<void> {
  const text = 'UPDATE upload_links SET revoked_at = $3 WHERE film_id = $1 AND owner_id = $2 AND revoked_at IS NULL';
  await tx.query(text, [filmId, ownerId, now]);
}

/** Counts a file that begins, or takes one back that was cancelled before it had arrived. */
export async function count(tx: Tx, id: string, files: 1 | -1): Promise<void> {
  await tx.query('UPDATE upload_links SET files = greatest(files + $2, 0) WHERE id = $1', [id, files]);
}

/** Deletes links that ended so long ago that nobody looks for them any more. */
export async function prune(tx: Tx, before: Date): Promise<void> {
  await tx.query('DELETE FROM upload_links WHERE expires_at < $1', [before]);
}

export async function removeOf(tx: Tx, ownerId: string): Promise<void> {
  await tx.query('DELETE FROM upload_links WHERE owner_id = $1', [ownerId]);
}

type SentFile = Pick<Asset, 'id' | 'fileName' | 'sizeBytes' | 'state' | 'refusedReason'>;

/** The files that were sent by a link and that its maker has not deleted. */
export function sentBy(tx: Tx, linkId: string, limit: number): Promise<SentFile[]> {
  return tx.query<SentFile>(
    `SELECT id, file_name, size_bytes, state, refused_reason FROM assets
     WHERE upload_link_id = $1 ORDER BY id LIMIT $2`,
    [linkId, limit],
  );
}
