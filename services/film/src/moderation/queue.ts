import type { Queryable } from '../films/films.ts';
import { WAITING } from './waiting.ts';

export type QueuePlace = { position: number; size: number; previousFilmId: string; nextFilmId: string };

const PLACE = `
  WITH placed AS (
    SELECT id, row_number() OVER queue AS position, lag(id) OVER queue AS previous, lead(id) OVER queue AS next
    FROM (${WAITING}) waiting WINDOW queue AS (ORDER BY since, id)
  )
  SELECT coalesce(p.position, 0)::int AS position, (SELECT count(*) FROM placed)::int AS size,
    coalesce(p.previous::text, '') AS previous_film_id,
    coalesce(CASE WHEN p.id IS NULL THEN (SELECT id FROM placed WHERE position = 1) ELSE p.next END::text, '') AS next_film_id
  FROM (SELECT $1::uuid AS wanted) asked LEFT JOIN placed p ON p.id = asked.wanted`;

/** The place of a film in the queue, oldest first; 0 for a film that does not wait, whose next one is the first. */
export async function placeOf(db: Queryable, filmId: string): Promise<QueuePlace> {
  const [place] = await db.query<QueuePlace>({ name: 'moderation.place', text: PLACE, values: [filmId] });
  return place ?? { position: 0, size: 0, previousFilmId: '', nextFilmId: '' };
}
