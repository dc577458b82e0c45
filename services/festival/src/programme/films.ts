import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { type Film, Prisma } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';

export type { Film };

/** What film says of a film; without its directors where film does not name them. */
export type FilmRow = Omit<Film, 'staleSince' | 'directors'> & { directors: string[] | null };

const COLUMNS = columnsOf(Object.values(Prisma.FilmScalarFieldEnum));

const KEEP = `
  INSERT INTO films AS f (id, film_title, poster, running_time, visible, version, directors)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (id) DO UPDATE SET film_title = excluded.film_title, poster = excluded.poster,
    running_time = excluded.running_time, visible = excluded.visible, version = excluded.version,
    directors = excluded.directors
  WHERE f.version <= excluded.version
    AND (f.film_title, f.poster, f.running_time, f.visible, f.version, f.directors) IS DISTINCT FROM
      (excluded.film_title, excluded.poster, excluded.running_time, excluded.visible, excluded.version, excluded.directors)
  RETURNING 1`;

/** Keeps what film says; something newer that is known stays. True when something changed. */
export async function keep(tx: Tx, { poster, ...film }: FilmRow): Promise<boolean> {
  const { id, filmTitle, runningTime, visible, version, directors } = film;
  const values = [id, filmTitle, poster && JSON.stringify(poster), runningTime, visible, version, directors];
  return (await tx.query({ name: 'films.keep', text: KEEP, values })).length > 0;
}

/** Film knows something newer of a film than is kept, if it is kept at all. */
export async function markStale(tx: Tx, id: string, version: bigint, now: Date): Promise<void> {
  await tx.query({
    name: 'films.markStale',
    text: 'UPDATE films SET stale_since = $3 WHERE id = $1 AND version < $2',
    values: [id, version, now],
  });
}

/** Films that have to be asked for now, the longest stale first: what film says changed, or is not known whole. */
export async function listStale(db: Queryable, now: Date, limit: number): Promise<Film[]> {
  return db.query<Film>({
    name: 'films.listStale',
    text: `SELECT ${COLUMNS} FROM films WHERE stale_since <= $1 OR (stale_since IS NULL AND directors IS NULL)
      ORDER BY stale_since LIMIT $2`,
    values: [now, limit],
  });
}

const ASK_AGAIN_MS = 60_000;

/**
 * The film was asked for, unless it has become stale again meanwhile. One whose directors are still not known becomes
 * stale in a minute.
 */
export async function markFresh(tx: Tx, { id, staleSince }: Film, now: Date): Promise<void> {
  const text = `UPDATE films SET stale_since = CASE WHEN directors IS NULL THEN $3::timestamptz END
    WHERE id = $1 AND stale_since IS NOT DISTINCT FROM $2`;
  await tx.query(text, [id, staleSince, new Date(now.getTime() + ASK_AGAIN_MS)]);
}

/** Nobody finds a film any more that film has no longer. True when something changed. */
export async function hide(tx: Tx, id: string): Promise<boolean> {
  const text = `UPDATE films SET visible = false, film_title = '', poster = NULL, directors = '{}'
    WHERE id = $1 AND (visible OR film_title <> '' OR poster IS NOT NULL OR directors IS DISTINCT FROM '{}') RETURNING 1`;
  return (await tx.query(text, [id])).length > 0;
}
