import type { Tx } from '@marquee/data/database';
import type { Award } from '../../gen/prisma/client.ts';
import type { FilmResources } from '../resources.ts';

const AWARDS_MAX = 200;

/** A film's awards, the latest year first. */
export async function listOf({ prisma }: Pick<FilmResources, 'prisma'>, filmId: string): Promise<Award[]> {
  return prisma.award.findMany({
    where: { filmId },
    orderBy: [{ year: 'desc' }, { winner: 'desc' }, { id: 'asc' }],
    take: AWARDS_MAX,
  });
}

/** Adds an award unless it exists. */
export async function insert(tx: Tx, award: Omit<Award, 'festivalId'>): Promise<void> {
  await tx.query(
    `INSERT INTO awards (id, film_id, festival_name, category, year, winner) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO NOTHING`,
    [award.id, award.filmId, award.festivalName, award.category, award.year, award.winner],
  );
}
