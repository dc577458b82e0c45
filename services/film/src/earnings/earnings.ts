import { type Book, MOVEMENTS, TOTALS, type Totals } from '@marquee/payments/earnings';
import type { Queryable } from '../films/films.ts';

export type OfFilm = Totals & { filmId: string; filmTitle: string };

export function listByFilm(
  db: Queryable,
  { mine, fees }: Book,
  { after, limit }: { after: { earnings: bigint; filmId: string } | undefined; limit: number },
): Promise<OfFilm[]> {
  return db.query<OfFilm>({
    name: 'earnings.films',
    text: `SELECT m.*, coalesce(f.film_title, '') AS film_title FROM (
        SELECT item_id AS film_id, ${TOTALS} FROM (${MOVEMENTS}) m WHERE item_id IS NOT NULL GROUP BY item_id
      ) m LEFT JOIN films f ON f.id = m.film_id
      WHERE $3::bigint IS NULL OR (m.earnings, m.film_id) < ($3, $4::uuid)
      ORDER BY m.earnings DESC, m.film_id DESC LIMIT $5`,
    values: [mine, fees, after?.earnings ?? null, after?.filmId ?? null, limit],
  });
}

export type OfDay = Totals & { day: string };

export function listByDay(
  db: Queryable,
  { mine, fees }: Book,
  { from, to, filmId }: { from: Date; to: Date; filmId: string | null },
): Promise<OfDay[]> {
  return db.query<OfDay>({
    name: 'earnings.days',
    text: `SELECT to_char(ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, ${TOTALS}
      FROM (${MOVEMENTS} AND t.ended_at >= $3 AND t.ended_at < $4 AND t.reason <> 'PAYOUT'
        AND ($5::uuid IS NULL OR o.item_id = $5)) m GROUP BY 1 ORDER BY 1`,
    values: [mine, fees, from, to, filmId],
  });
}

/** The titles of films by their ids; none of one that was deleted. */
export async function titlesOf(db: Queryable, filmIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; filmTitle: string }>({
    name: 'earnings.titles',
    text: 'SELECT id, film_title FROM films WHERE id = ANY($1::uuid[])',
    values: [filmIds],
  });
  return new Map(rows.map(({ id, filmTitle }) => [id, filmTitle]));
}
