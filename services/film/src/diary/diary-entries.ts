import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { DiaryEntry as DiaryEntryModel } from '../../gen/prisma/client.ts';
import { CARD, type Card } from '../films/cards.ts';
import { type Queryable, VISIBLE } from '../films/films.ts';
import { NUMBERS_FROM } from '../statistics/stats.ts';

/** An entry with its film. */
export type DiaryEntry = { entry: DiaryEntryModel; card: Card; available: boolean; reviewed: boolean };
/** Day and id of the last entry of a page. */
export type DiaryKey = [watchedOn: string, id: string];

type Row = Card & { entryId: string; available: boolean; reviewed: boolean } & Omit<
    DiaryEntryModel,
    'id' | 'rating'
  > & {
    entryRating: number;
  };

const ENTRY = `
  SELECT ${CARD}, (${VISIBLE}) AS available, e.id AS entry_id, e.account_id, e.film_id, e.watched_on,
    e.rating AS entry_rating, e.rewatch, e.tags, e.created_at, e.updated_at, e.deleted_at,
    EXISTS (SELECT FROM reviews r WHERE r.film_id = e.film_id AND r.account_id = e.account_id AND r.message <> ''
      AND r.held_at IS NULL)
      AS reviewed
  FROM diary_entries e JOIN films f ON f.id = e.film_id ${NUMBERS_FROM}`;

function entryOf(row: Row): DiaryEntry {
  const { entryId, entryRating, accountId, filmId, watchedOn, rewatch, tags, available, reviewed } = row;
  const { createdAt, updatedAt, deletedAt } = row;
  const kept = { watchedOn, rating: entryRating, rewatch, tags, createdAt, updatedAt, deletedAt };
  return { entry: { id: entryId, accountId, filmId, ...kept }, card: row, available, reviewed };
}

/** Whose diary, and whether they read it themselves: others see the entries of available films alone. */
export type DiaryScope = { accountId: string; isOwn: boolean };

/** What is in somebody's diary, the last day first; with `filmId`, of that film alone. */
export async function list(
  db: Queryable,
  {
    accountId,
    isOwn,
    filmId,
    after,
    limit,
  }: DiaryScope & { filmId: string; after: DiaryKey | undefined; limit: number },
): Promise<DiaryEntry[]> {
  const rows = await db.query<Row>({
    name: isOwn ? 'diary.list' : 'diary.list-shown',
    text: `${ENTRY}
      WHERE e.account_id = $1 AND e.deleted_at IS NULL AND ($2::uuid IS NULL OR e.film_id = $2)
        AND ($3::date IS NULL OR (e.watched_on, e.id) < ($3, $4::uuid)) ${isOwn ? '' : `AND ${VISIBLE}`}
      ORDER BY e.watched_on DESC, e.id DESC LIMIT $5`,
    values: [accountId, filmId || null, ...(after ?? [null, null]), limit],
  });
  return rows.map(entryOf);
}

/** Somebody's own entry, one that was deleted too. */
export async function find(db: Queryable, entryId: string, accountId: string): Promise<DiaryEntry | undefined> {
  if (!isId(entryId)) return undefined;
  const text = `${ENTRY} WHERE e.id = $1 AND e.account_id = $2`;
  const [row] = await db.query<Row>({ name: 'diary.own', text, values: [entryId, accountId] });
  return row && entryOf(row);
}

export async function count(db: Queryable, accountId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS count FROM diary_entries WHERE account_id = $1 AND deleted_at IS NULL';
  const [row] = await db.query<{ count: number }>({ name: 'diary.count', text, values: [accountId] });
  return row?.count ?? 0;
}

/** How many entries of somebody's diary others see. */
export async function countShown(db: Queryable, accountId: string): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM diary_entries e JOIN films f ON f.id = e.film_id
    WHERE e.account_id = $1 AND e.deleted_at IS NULL AND ${VISIBLE}`;
  const [row] = await db.query<{ count: number }>({ name: 'diary.count-shown', text, values: [accountId] });
  return row?.count ?? 0;
}

/** True when nothing later than this day says when the person watched the film. */
export async function isLatest(
  db: Queryable,
  { accountId, filmId, watchedOn }: Pick<DiaryEntryModel, 'accountId' | 'filmId' | 'watchedOn'>,
): Promise<boolean> {
  const text = `SELECT FROM diary_entries
    WHERE account_id = $1 AND film_id = $2 AND watched_on > $3 AND deleted_at IS NULL LIMIT 1`;
  return (await db.query({ name: 'diary.later', text, values: [accountId, filmId, watchedOn] })).length === 0;
}

const INSERT = `
  INSERT INTO diary_entries
    (id, account_id, film_id, watched_on, rating, rewatch, tags, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`;

export async function insert(tx: Tx, entry: Omit<DiaryEntryModel, 'updatedAt' | 'deletedAt'>): Promise<void> {
  const { id, accountId, filmId, watchedOn, rating, rewatch, tags, createdAt } = entry;
  const values = [id, accountId, filmId, watchedOn, rating, rewatch, tags, createdAt];
  await tx.query({ name: 'diary.insert', text: INSERT, values });
}

const UPDATE = `
  UPDATE diary_entries SET watched_on = $3, rating = $4, rewatch = $5, tags = $6,
    updated_at = CASE WHEN (watched_on, rating, rewatch, tags) IS DISTINCT FROM ($3::date, $4::smallint, $5::boolean, $6::text[])
      THEN $7 ELSE updated_at END
  WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL RETURNING id`;

/** False when there is no such entry of this account. */
export async function update(
  tx: Tx,
  entry: Omit<DiaryEntryModel, 'filmId' | 'createdAt' | 'deletedAt'>,
): Promise<boolean> {
  if (!isId(entry.id)) return false;
  const { id, accountId, watchedOn, rating, rewatch, tags, updatedAt } = entry;
  const values = [id, accountId, watchedOn, rating, rewatch, tags, updatedAt];
  return (await tx.query({ name: 'diary.update', text: UPDATE, values })).length > 0;
}

/** False when there is no such entry of this account. */
export async function setDeleted(
  tx: Tx,
  { id, accountId, at }: { id: string; accountId: string; at: Date | null },
): Promise<boolean> {
  if (!isId(id)) return false;
  const text = `UPDATE diary_entries SET deleted_at = CASE WHEN $3::timestamptz IS NULL THEN NULL ELSE coalesce(deleted_at, $3) END
    WHERE id = $1 AND account_id = $2 RETURNING id`;
  return (await tx.query({ name: 'diary.set-deleted', text, values: [id, accountId, at] })).length > 0;
}

/** Deletes for good what was taken out of diaries before this time. */
export async function prune(db: Queryable, before: Date): Promise<void> {
  await db.query('DELETE FROM diary_entries WHERE deleted_at < $1', [before]);
}
