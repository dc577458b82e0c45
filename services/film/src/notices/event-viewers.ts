import { isId } from '@marquee/data/ids';
import type { Queryable } from '../films/films.ts';

/** How many people with a valid ticket to one of the events have watched one of its films since then. */
export async function countViewers(db: Queryable, eventIds: readonly string[], since: Date): Promise<number> {
  const [row] = await db.query<{ viewers: number }>({
    name: 'event-viewers.count',
    text: `SELECT count(DISTINCT t.account_id)::int AS viewers
      FROM event_tickets t JOIN playback_sessions p ON p.account_id = t.account_id AND p.ended_at IS NULL
          AND p.displaced_at IS NULL AND p.seen_at > $2
        JOIN screening_films f ON f.screening_id = t.event_id AND f.film_id = p.film_id
      WHERE t.event_id = ANY($1::uuid[]) AND t.valid`,
    values: [eventIds.filter(isId), since],
  });
  return row?.viewers ?? 0;
}
