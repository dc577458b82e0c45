import type { Tx } from '@marquee/data/database';
import type { ListFilm } from '../../gen/prisma/client.ts';
import { CARD, type Card } from '../films/cards.ts';
import { type Queryable, VISIBLE } from '../films/films.ts';
import { NUMBERS_FROM } from '../statistics/stats.ts';

export type ListedFilm = Card & { listId: string; available: boolean };
type Whose = Pick<ListFilm, 'listId' | 'filmId'>;

/** The films of lists in their order; with `limit` the first of each, and those that are not available only if asked for. */
export async function list(
  db: Queryable,
  { listIds, all, limit }: { listIds: readonly string[]; all: boolean; limit: number },
): Promise<ListedFilm[]> {
  // Most profiles show no list.
  if (listIds.length === 0) return [];
  const text = `SELECT ${CARD}, l.id AS list_id, (${VISIBLE}) AS available
    FROM unnest($1::uuid[]) AS l (id), LATERAL (
      SELECT lf.film_id, lf.position FROM list_films lf JOIN films f ON f.id = lf.film_id
      WHERE lf.list_id = l.id AND ($2 OR (${VISIBLE})) ORDER BY lf.position, lf.film_id LIMIT $3) lf
    JOIN films f ON f.id = lf.film_id ${NUMBERS_FROM}
    ORDER BY l.id, lf.position, f.id`;
  return db.query<ListedFilm>({ name: 'list-films.list', text, values: [listIds, all, limit] });
}

export async function ids(db: Queryable, listId: string): Promise<string[]> {
  const text = 'SELECT film_id FROM list_films WHERE list_id = $1 ORDER BY position, film_id';
  const rows = await db.query<Whose>({ name: 'list-films.ids', text, values: [listId] });
  return rows.map(({ filmId }) => filmId);
}

/** Replaces the films of a list. */
export async function replace(tx: Tx, listId: string, filmIds: readonly string[]): Promise<void> {
  await tx.query({
    ...{ name: 'list-films.clear', values: [listId, filmIds] },
    text: 'DELETE FROM list_films WHERE list_id = $1 AND film_id <> ALL($2::uuid[])',
  });
  await tx.query({
    ...{ name: 'list-films.set', values: [listId, filmIds] },
    text: `INSERT INTO list_films (list_id, film_id, position)
      SELECT $1, id, ordinality FROM unnest($2::uuid[]) WITH ORDINALITY AS p (id, ordinality)
      ON CONFLICT (list_id, film_id) DO UPDATE SET position = excluded.position`,
  });
}

/** Puts a film at the end of a list; false when it is on it. */
export async function append(tx: Tx, { listId, filmId }: Whose): Promise<boolean> {
  const text = `INSERT INTO list_films (list_id, film_id, position)
    SELECT $1, $2, coalesce(max(position), 0) + 1 FROM list_films WHERE list_id = $1
    ON CONFLICT DO NOTHING RETURNING film_id`;
  return (await tx.query({ name: 'list-films.append', text, values: [listId, filmId] })).length > 0;
}

/** False when it is not on the list. */
export async function remove(tx: Tx, { listId, filmId }: Whose): Promise<boolean> {
  const text = 'DELETE FROM list_films WHERE list_id = $1 AND film_id = $2 RETURNING film_id';
  return (await tx.query({ name: 'list-films.remove', text, values: [listId, filmId] })).length > 0;
}
