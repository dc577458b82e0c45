import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { type Film, Prisma } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';

export type { Film };

/** What film says of a film. */
export type FilmRow = Omit<Film, 'staleSince'>;

const COLUMNS = columnsOf(Object.values(Prisma.FilmScalarFieldEnum));

const KEEP = `
  INSERT INTO films AS f (id, film_title, poster, running_time, visible, version, directors)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (id) DO UPDATE SET film_title = excluded.film_title, poster = excluded.poster,
    running_time = excluded.running_time, visible = excluded.visible, version = excluded.version,
    directors = excluded.directors
  WHERE f.version <= excluded.version`;

/** Keeps what film says; something newer that is known stays. */
export async function keep(tx: Tx, { poster, ...film }: FilmRow): Promise<void> {
  const { id, filmTitle, runningTime, visible, version, directors } = film;
  const values = [id, filmTitle, poster && JSON.stringify(poster), runningTime, visible, version, directors];
  await tx.query({ name: 'films.keep', text: KEEP, values });
}

/** Film knows something newer of a film than is kept, if it is kept at all. */
export async function markStale(tx: Tx, id: string, version: bigint, now: Date): Promise<void> {
  await tx.query({
    name: 'films.markStale',
    text: 'UPDATE films SET stale_since = $3 WHERE id = $1 AND version < $2',
    values: [id, version, now],
  });
}

/** Films that have to be asked for, the longest stale first: what film says changed, or is not known whole. */
export async function listStale(db: Queryable, limit: number): Promise<Film[]> {
  return db.query<Film>({
    name: 'films.listStale',
    text: `SELECT ${COLUMNS} FROM films WHERE stale_since IS NOT NULL OR directors IS NULL ORDER BY stale_since LIMIT $1`,
    values: [limit],
  });
}

/** The film was asked for, unless it has become stale again meanwhile. */
export async function markFresh(tx: Tx, { id, staleSince }: Film): Promise<void> {
  await tx.query('UPDATE films SET stale_since = NULL WHERE id = $1 AND stale_since = $2', [id, staleSince]);
}

/** Nobody finds a film any more that film has no longer. */
export async function hide(tx: Tx, id: string): Promise<void> {
  const text = "UPDATE films SET visible = false, film_title = '', poster = NULL, directors = '{}' WHERE id = $1";
  await tx.query(text, [id]);
}
