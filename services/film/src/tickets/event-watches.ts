import type { Tx } from '@marquee/data/database';
import type { EventWatch } from '../../gen/prisma/client.ts';

/** The part of a film that counts as having watched it [FES-10]. */
const ENOUGH = 0.7;

// What was really played since the event began, in all sessions of the viewer together.
const NOTE = `
  INSERT INTO event_watches (event_id, account_id, film_id)
  SELECT DISTINCT t.event_id, v.account_id, v.film_id
  FROM unnest($1::uuid[], $2::uuid[]) AS v (account_id, film_id)
    JOIN event_tickets t ON t.account_id = v.account_id AND t.valid
    JOIN screenings s ON s.id = t.event_id AND s.open AND s.starts_at <= $3
    JOIN screening_films sf ON sf.screening_id = s.id AND sf.film_id = v.film_id
    JOIN entitlements e ON e.account_id = v.account_id AND e.film_id = v.film_id AND e.source = 'TICKET'
      AND e.source_id = t.id AND e.ends_at >= $3
    CROSS JOIN LATERAL (
      SELECT sum(p.played_ms) AS played_ms, max(p.duration_ms) AS duration_ms FROM playback_sessions p
      WHERE p.account_id = v.account_id AND p.film_id = v.film_id AND p.started_at >= s.starts_at
    ) watched
  WHERE watched.duration_ms > 0 AND watched.played_ms >= watched.duration_ms * ${ENOUGH}
  ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING
  RETURNING event_id, account_id, film_id`;

/** Of viewers whose positions were written, those who have now watched enough of a film at an event, each once. */
export function note(
  tx: Tx,
  positions: readonly { accountId: string; filmId: string }[],
  now: Date,
): Promise<EventWatch[]> {
  const values = [positions.map(({ accountId }) => accountId), positions.map(({ filmId }) => filmId), now];
  return tx.query<EventWatch>({ name: 'event-watches.note', text: NOTE, values });
}
