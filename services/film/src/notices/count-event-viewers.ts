import { isId } from '@marquee/data/ids';
import { HEARTBEAT_INTERVAL_MS } from '@marquee/rules/watch';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmResources } from '../resources.ts';

const EVENTS_MAX = 100;
/** A player that has sent nothing for two heartbeats, and the time in which they are written, has stopped. */
const SILENT_MS = 2 * HEARTBEAT_INTERVAL_MS + 15_000;

export const countEventViewersSchema = z.object({ eventIds: z.array(z.string()).max(EVENTS_MAX) });

/** How many people with a valid ticket to an event watch one of its films now [FES-12:viewers]. */
export async function countEventViewers(
  { db, clock }: Pick<FilmResources, 'db' | 'clock'>,
  _viewer: Viewer,
  { eventIds }: z.output<typeof countEventViewersSchema>,
): Promise<number> {
  const [row] = await db.query<{ viewers: number }>({
    name: 'event-viewers.count',
    text: `SELECT count(DISTINCT t.account_id)::int AS viewers
      FROM event_tickets t JOIN playback_sessions p ON p.account_id = t.account_id AND p.ended_at IS NULL
          AND p.displaced_at IS NULL AND p.seen_at > $2
        JOIN screening_films f ON f.screening_id = t.event_id AND f.film_id = p.film_id
      WHERE t.event_id = ANY($1::uuid[]) AND t.valid`,
    values: [eventIds.filter(isId), new Date(clock.now().getTime() - SILENT_MS)],
  });
  return row?.viewers ?? 0;
}
