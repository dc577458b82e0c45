import type { Tx } from '@marquee/data/database';

/** A premiere that was delayed begins at most so long after its event has ended. */
const DELAYED_HOURS_MAX = 3;
/** After the last picture of a premiere, for who is a little behind. */
const PREMIERE_SLACK_S = 60;

/**
 * Takes turns with everything that makes rights of this event: what it shows and who has tickets arrive in any order, and
 * whichever is written second has to see the first. Tickets go together; a change of the event goes alone.
 */
export async function takeTurn(tx: Tx, eventId: string, how: 'ALONE' | 'TOGETHER'): Promise<void> {
  const lockOf = how === 'ALONE' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await tx.query(`SELECT ${lockOf}(hashtextextended('rights of ' || $1, 0))`, [eventId]);
}

/** For FROM that has a film as `f` and a screening as `s`: whether the film has its premiere at the event. */
export const IS_PREMIERE_AT = `(f.release_type = 'SCREENING' AND f.screening_start_time >= s.starts_at
  AND f.screening_start_time < s.ends_at + interval '${DELAYED_HOURS_MAX} hours')`;

// The rights that tickets give, and those that are there, compared: what is the same is not written.
const ENTITLE = `
  WITH tickets AS (
    SELECT t.id, t.account_id, t.event_id FROM event_tickets t
    WHERE ($1::uuid IS NULL OR t.event_id = $1) AND ($2::uuid IS NULL OR t.id = $2) AND t.valid AND t.account_id IS NOT NULL
      AND ($3::uuid IS NULL OR t.event_id IN (SELECT screening_id FROM screening_films WHERE film_id = $3))
  ), due AS (
    SELECT t.account_id, f.id AS film_id, t.id AS source_id, s.starts_at,
      CASE WHEN ${IS_PREMIERE_AT} THEN greatest(s.ends_at, f.screening_start_time
        + make_interval(secs => s.pre_roll_seconds + f.running_time + ${PREMIERE_SLACK_S})) ELSE s.ends_at END AS ends_at
    FROM tickets t JOIN screenings s ON s.id = t.event_id AND s.open
      JOIN screening_films sf ON sf.screening_id = s.id AND ($3::uuid IS NULL OR sf.film_id = $3)
      JOIN films f ON f.id = sf.film_id
  ), gone AS (
    DELETE FROM entitlements e USING event_tickets t
    WHERE e.source = 'TICKET' AND e.source_id = t.id AND ($1::uuid IS NULL OR t.event_id = $1)
      AND ($2::uuid IS NULL OR t.id = $2) AND ($3::uuid IS NULL OR e.film_id = $3)
      AND NOT EXISTS (SELECT FROM due d WHERE d.account_id = e.account_id AND d.film_id = e.film_id AND d.source_id = t.id)
    RETURNING e.account_id
  ), given AS (
    INSERT INTO entitlements AS e (account_id, film_id, source, source_id, starts_at, ends_at)
    SELECT account_id, film_id, 'TICKET', source_id, starts_at, ends_at FROM due ORDER BY 1, 2, 4
    ON CONFLICT (account_id, film_id, source, source_id) DO UPDATE
      SET starts_at = excluded.starts_at, ends_at = excluded.ends_at
      WHERE (e.starts_at, e.ends_at) IS DISTINCT FROM (excluded.starts_at, excluded.ends_at)
  )
  SELECT DISTINCT account_id FROM gone`;

/** As `entitle` for a film, in turn with all its events: a delayed premiere is watchable to its own end. */
export async function entitleToPremiere(tx: Tx, filmId: string): Promise<void> {
  const text = `SELECT pg_advisory_xact_lock(hashtextextended('rights of ' || screening_id, 0)) FROM (
    SELECT screening_id FROM screening_films WHERE film_id = $1 ORDER BY screening_id) s`;
  await tx.query({ name: 'tickets.turns', text, values: [filmId] });
  await entitle(tx, { filmId });
}

type Of = { eventId: string } | { ticketId: string } | { filmId: string };

/**
 * Makes the rights to watch that tickets of an event, one ticket, or all tickets to a film give now [TIC-04:right].
 * @returns the accounts that lost one
 */
export async function entitle(tx: Tx, of: Of): Promise<string[]> {
  const values = ['eventId' in of ? of.eventId : null, 'ticketId' in of ? of.ticketId : null];
  const rows = await tx.query<{ accountId: string }>({
    name: 'tickets.entitle',
    text: ENTITLE,
    values: [...values, 'filmId' in of ? of.filmId : null],
  });
  return rows.map(({ accountId }) => accountId);
}
