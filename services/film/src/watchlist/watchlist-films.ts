import type { Tx } from '@marquee/data/database';
import type { WatchlistFilm } from '../../gen/prisma/client.ts';
import { CARD, type Card } from '../films/cards.ts';
import { type Queryable, VISIBLE } from '../films/films.ts';
import { NUMBERS_FROM } from '../statistics/stats.ts';
import type { WATCHLIST_SORTS } from './list-watchlist.ts';

const INSERT = `
  INSERT INTO watchlist_films AS w (account_id, film_id, added_at) VALUES ($1, $2, $3)
  ON CONFLICT (account_id, film_id) DO UPDATE SET added_at = excluded.added_at, removed_at = NULL
  WHERE w.removed_at IS NOT NULL`;

type Whose = Pick<WatchlistFilm, 'accountId' | 'filmId'>;

/** Puts a film on a watchlist; one that is there stays where it is. */
export async function insert(
  tx: Tx,
  { accountId, filmId, addedAt }: Whose & Pick<WatchlistFilm, 'addedAt'>,
): Promise<void> {
  await tx.query({ name: 'watchlist.insert', text: INSERT, values: [accountId, filmId, addedAt] });
}

/** Puts a film back where it was; false when it was not taken off lately. */
export async function restore(tx: Tx, { accountId, filmId }: Whose): Promise<boolean> {
  const text = 'UPDATE watchlist_films SET removed_at = NULL WHERE account_id = $1 AND film_id = $2 RETURNING 1';
  return (await tx.query({ name: 'watchlist.restore', text, values: [accountId, filmId] })).length > 0;
}

const REMOVE = `
  UPDATE watchlist_films SET removed_at = $3 WHERE account_id = $1 AND film_id = $2 AND removed_at IS NULL`;

export async function remove(tx: Tx, { accountId, filmId }: Whose, now: Date): Promise<void> {
  await tx.query({ name: 'watchlist.remove', text: REMOVE, values: [accountId, filmId, now] });
}

/** Deletes for good what was taken off before this time. */
export async function prune(db: Queryable, before: Date): Promise<void> {
  await db.query('DELETE FROM watchlist_films WHERE removed_at < $1', [before]);
}

export async function count(db: Queryable, accountId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS count FROM watchlist_films WHERE account_id = $1 AND removed_at IS NULL';
  const [row] = await db.query<{ count: number }>({ name: 'watchlist.count', text, values: [accountId] });
  return row?.count ?? 0;
}

export async function ids(db: Queryable, accountId: string, limit: number): Promise<string[]> {
  const text =
    'SELECT film_id FROM watchlist_films WHERE account_id = $1 AND removed_at IS NULL ORDER BY added_at DESC LIMIT $2';
  const rows = await db.query<Pick<WatchlistFilm, 'filmId'>>({
    ...{ name: 'watchlist.ids', text, values: [accountId, limit] },
  });
  return rows.map(({ filmId }) => filmId);
}

export type KeptFilm = Card & Pick<WatchlistFilm, 'addedAt'> & { available: boolean; sortValue: string };
/** The sort value of the last film of a page, and its id. */
export type WatchlistKey = [value: string, id: string];
export type WatchlistFilters = { projectType: string; genre: string; availableOnly: boolean };

// Each order as a text that ascends, so that pages of every order continue in the same way.
const ORDERS: Record<(typeof WATCHLIST_SORTS)[number] | 'ADDED', string> = {
  ADDED: "to_char(99999999999999 - extract(epoch FROM w.added_at) * 1000, 'FM00000000000000')",
  TITLE: 'f.sort_title',
  RELEASED: "to_char(9999999 - coalesce(to_char(f.release_date, 'J')::int, 0), 'FM0000000')",
  LENGTH: "to_char(coalesce(nullif(f.running_time, 0), 99999999), 'FM00000000')",
};

/** A watchlist, with the films on it that are not available any more. */
export async function list(
  db: Queryable,
  {
    accountId,
    order,
    filters,
    after,
    limit,
  }: {
    accountId: string;
    order: keyof typeof ORDERS;
    filters: WatchlistFilters;
    after: WatchlistKey | undefined;
    limit: number;
  },
): Promise<KeptFilm[]> {
  const value = `(${ORDERS[order]}) COLLATE "C"`;
  return db.query<KeptFilm>({
    name: `watchlist.list-${order}`,
    text: `SELECT ${CARD}, w.added_at, (${VISIBLE}) AS available, ${value} AS sort_value
      FROM watchlist_films w JOIN films f ON f.id = w.film_id ${NUMBERS_FROM}
      WHERE w.account_id = $1 AND w.removed_at IS NULL AND ($2 = '' OR f.project_type = $2) AND ($3 = '' OR f.genres @> ARRAY[$3])
        AND (NOT $4 OR (${VISIBLE})) AND ($5::text IS NULL OR (${value}, f.id) > ($5, $6::uuid))
      ORDER BY ${value}, f.id LIMIT $7`,
    values: [
      ...[accountId, filters.projectType, filters.genre, filters.availableOnly],
      ...(after ?? [null, null]),
      limit,
    ],
  });
}
