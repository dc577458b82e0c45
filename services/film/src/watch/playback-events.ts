import type { Tx } from '@marquee/data/database';
import type { PlaybackEvent } from '../../gen/prisma/client.ts';

type NewEvent = Pick<PlaybackEvent, 'eventId' | 'event' | 'timeMs' | 'occurredAt'>;

/** Adds events and gives the ids of those that were new. */
export async function insert(
  tx: Tx,
  session: { id: string; filmId: string },
  events: readonly NewEvent[],
): Promise<Set<string>> {
  const rows = await tx.query<{ eventId: string }>(
    `INSERT INTO playback_events (playback_session_id, film_id, event_id, event, time_ms, occurred_at)
     SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::int[], $6::timestamptz[])
     ON CONFLICT DO NOTHING RETURNING event_id`,
    [
      session.id,
      session.filmId,
      events.map(({ eventId }) => eventId),
      events.map(({ event }) => event),
      events.map(({ timeMs }) => timeMs),
      events.map(({ occurredAt }) => occurredAt),
    ],
  );
  return new Set(rows.map(({ eventId }) => eventId));
}
