import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { type Award, Prisma } from '../../gen/prisma/client.ts';
import type { FilmResources } from '../resources.ts';

const AWARDS_MAX = 200;
const COLUMNS = columnsOf(Object.values(Prisma.AwardScalarFieldEnum));

/** A film's awards, the latest year first. */
export async function listOf({ prisma }: Pick<FilmResources, 'prisma'>, filmId: string): Promise<Award[]> {
  return prisma.award.findMany({
    where: { filmId },
    orderBy: [{ year: 'desc' }, { winner: 'desc' }, { id: 'asc' }],
    take: AWARDS_MAX,
  });
}

/** Adds an award unless it exists. */
export async function insert(tx: Tx, award: Omit<Award, 'festivalId' | 'eventId'>): Promise<void> {
  await tx.query(
    `INSERT INTO awards (id, film_id, festival_name, category, year, winner) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO NOTHING`,
    [award.id, award.filmId, award.festivalName, award.category, award.year, award.winner],
  );
}

export async function find(tx: Tx, filmId: string, id: string): Promise<Award | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await tx.query<Award>(`SELECT ${COLUMNS} FROM awards WHERE id = $1 AND film_id = $2`, [id, filmId]);
  return row;
}

export async function count(tx: Tx, filmId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS count FROM awards WHERE film_id = $1';
  const [row] = await tx.query<{ count: number }>(text, [filmId]);
  return row?.count ?? 0;
}

/** Writes an award, a new one or as it is now. */
export async function save(tx: Tx, { id, filmId, festivalName, category, year, winner }: Award): Promise<void> {
  await tx.query(
    `INSERT INTO awards (id, film_id, festival_name, category, year, winner) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO UPDATE SET festival_name = excluded.festival_name, category = excluded.category,
       year = excluded.year, winner = excluded.winner`,
    [id, filmId, festivalName, category, year, winner],
  );
}

/** Awards that an event of a festival gave, of whatever films. */
export async function listFrom(tx: Tx, eventId: string): Promise<Award[]> {
  return tx.query<Award>(`SELECT ${COLUMNS} FROM awards WHERE event_id = $1 ORDER BY film_id, id`, [eventId]);
}

/** Writes an award that an event gave, a new one or as it is now. */
export async function saveFrom(tx: Tx, award: Award): Promise<void> {
  const { id, filmId, festivalName, festivalId, category, year, winner, eventId } = award;
  await tx.query(
    `INSERT INTO awards (id, film_id, festival_name, festival_id, category, year, winner, event_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (id) DO UPDATE SET film_id = excluded.film_id, festival_name = excluded.festival_name,
       category = excluded.category, year = excluded.year, winner = excluded.winner`,
    [id, filmId, festivalName, festivalId, category, year, winner, eventId],
  );
}

/** Whether any award of a film says that it won. */
export async function isWinner(tx: Tx, filmId: string): Promise<boolean> {
  return (await tx.query('SELECT 1 FROM awards WHERE film_id = $1 AND winner LIMIT 1', [filmId])).length > 0;
}

/** Removes an award, unless another film has it by now. */
export async function removeOf(tx: Tx, id: string, filmId: string): Promise<void> {
  await tx.query('DELETE FROM awards WHERE id = $1 AND film_id = $2', [id, filmId]);
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.query('DELETE FROM awards WHERE id = $1', [id]);
}
