import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { type FeaturedFilm, Prisma } from '../../gen/prisma/client.ts';
import { type Queryable, VISIBLE } from '../films/films.ts';

/** A pick with whether its film is in the feed. */
export type Pick = FeaturedFilm & { visible: boolean };

const LIST = `
  SELECT ${columnsOf(Object.values(Prisma.FeaturedFilmScalarFieldEnum), 'p')}, (${VISIBLE}) AS visible
  FROM featured_films p JOIN films f ON f.id = p.film_id
  ORDER BY p.position, p.film_id`;

/** The films that staff picked for the home page, in order, also those whose dates are over. */
export async function list(db: Queryable): Promise<Pick[]> {
  return db.query<Pick>({ name: 'featured.list', text: LIST });
}

/** Locks the list until the transaction ends. */
export async function lock(tx: Tx): Promise<void> {
  await tx.query('SELECT 1 FROM featured_list WHERE id = 1 FOR UPDATE');
}

/** Counts a change of the locked list; returns its version after it. */
export async function nextVersion(tx: Tx): Promise<bigint> {
  const [row] = await tx.query<{ version: bigint }>(
    'UPDATE featured_list SET version = version + 1 WHERE id = 1 RETURNING version',
  );
  if (!row) throw new Error('featured_list has lost its row');
  return row.version;
}

/** Adds a pick to the locked list, or sets its dates. Its place is set by `order`. */
export async function put(tx: Tx, pick: Omit<FeaturedFilm, 'position'>): Promise<void> {
  await tx.query(
    `INSERT INTO featured_films (film_id, position, starts_at, ends_at, updated_by, updated_at)
     VALUES ($1, 0, $2, $3, $4, $5)
     ON CONFLICT (film_id) DO UPDATE SET starts_at = excluded.starts_at, ends_at = excluded.ends_at,
       updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
    [pick.filmId, pick.startsAt, pick.endsAt, pick.updatedBy, pick.updatedAt],
  );
}

/** Puts the picks of the locked list in this order. */
export async function order(tx: Tx, filmIds: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE featured_films p SET position = o.position
     FROM unnest($1::uuid[]) WITH ORDINALITY AS o (film_id, position) WHERE p.film_id = o.film_id`,
    [filmIds],
  );
}

/** True when the film was in the locked list. */
export async function remove(tx: Tx, filmId: string): Promise<boolean> {
  const removed = await tx.query('DELETE FROM featured_films WHERE film_id = $1 RETURNING 1', [filmId]);
  return removed.length > 0;
}
