import type { Queryable } from '../organizations/organizations.ts';
import * as tallies from '../tallies/tallies.ts';

/** Whose figures are asked for: an organization's, or those of one of its events. */
export type Of = { festivalId: string; eventId: string | null };

// Ticket types that are for the event; those of the organization without one.
const IS_OF_EVENT = `($2::uuid IS NULL OR EXISTS (
  SELECT FROM ticket_type_events te WHERE te.type_id = y.id AND te.event_id = $2))`;

export type TypeSales = {
  id: string;
  name: string;
  pass: boolean;
  /** The event that it is to, among those of an organization; '' for a pass. */
  eventName: string;
  quantity: number;
  tickets: number;
  returned: number;
  amount: bigint;
  fee: bigint;
  sales: number;
  refunds: number;
};

/** What was sold of each ticket type, what sold most first. */
export function sales(db: Queryable, { festivalId, eventId }: Of): Promise<TypeSales[]> {
  return db.query<TypeSales>({
    name: 'dashboards.sales',
    text: `SELECT y.id, y.name, y.quantity, s.sales, s.refunds, s.tickets, s.returned, s.amount, s.fee,
        o.pass, CASE WHEN $2::uuid IS NULL AND NOT o.pass THEN o.event_name ELSE '' END AS event_name
      FROM ticket_types y CROSS JOIN LATERAL (
        SELECT ${tallies.SUMS} FROM (${tallies.ALL}) a WHERE a.subject_id = y.id
      ) s CROSS JOIN LATERAL (
        SELECT count(*) > 1 AS pass, coalesce(min(e.name), '') AS event_name
        FROM ticket_type_events te JOIN events e ON e.id = te.event_id WHERE te.type_id = y.id
      ) o WHERE y.festival_id = $1 AND ${IS_OF_EVENT}
      ORDER BY s.tickets - s.returned DESC, y.id LIMIT 200`,
    values: [festivalId, eventId],
  });
}

export type Hour = { hour: Date; tickets: number; amount: bigint };

// Sums are of quarters of an hour.
const HOUR = "date_trunc('hour', a.hour, 'UTC')";

/** What was sold by hour of UTC since a time, less what was given back. */
export function hours(db: Queryable, { festivalId, eventId }: Of, since: Date): Promise<Hour[]> {
  return db.query<Hour>({
    name: 'dashboards.hours',
    text: `SELECT ${HOUR} AS hour, sum(a.tickets - a.returned)::int AS tickets, sum(a.amount)::bigint AS amount
      FROM (${tallies.ALL}) a JOIN ticket_types y ON y.id = a.subject_id
      WHERE ${HOUR} >= $3 AND ${IS_OF_EVENT} GROUP BY 1 ORDER BY 1`,
    values: [festivalId, eventId, since],
  });
}

/** How many tickets were sold since midnight in a time zone, less those that were given back. */
export async function soldToday(
  db: Queryable,
  { festivalId, eventId }: Of,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<number> {
  const [row] = await db.query<{ tickets: number }>({
    name: 'dashboards.today',
    text: `SELECT coalesce(sum(a.tickets - a.returned), 0)::int AS tickets
      FROM (${tallies.ALL}) a JOIN ticket_types y ON y.id = a.subject_id
      WHERE a.hour >= date_trunc('day', $3::timestamptz, $4) AND ${IS_OF_EVENT}`,
    values: [festivalId, eventId, now, timeZone],
  });
  return row?.tickets ?? 0;
}

export type Came = { doors: number; watched: number };

/** Who came to the event, or to all of them. */
export async function attendance(db: Queryable, { festivalId, eventId }: Of): Promise<Came> {
  const [row] = await db.query<Came>({
    name: 'dashboards.attendance',
    text: `SELECT coalesce(sum(doors), 0)::int AS doors, coalesce(sum(watched), 0)::int AS watched
      FROM (${tallies.ALL}) a WHERE $2::uuid IS NULL OR subject_id = $2`,
    values: [festivalId, eventId],
  });
  return row ?? { doors: 0, watched: 0 };
}

export type EventRow = Came & { id: string; name: string; startTime: Date; tickets: number };

/** The events that begin next to a moment, with what was sold for them and who came. */
export function eventsNear(db: Queryable, festivalId: string, now: Date, limit: number): Promise<EventRow[]> {
  return db.query<EventRow>({
    name: 'dashboards.events',
    text: `WITH near AS (
        SELECT id, name, start_time FROM events WHERE festival_id = $1 AND status = 'PUBLISHED'
        ORDER BY abs(extract(epoch FROM start_time - $2::timestamptz)), id LIMIT $3
      ), sums AS (SELECT subject_id, ${tallies.SUMS} FROM (${tallies.ALL}) a GROUP BY subject_id)
      SELECT n.id, n.name, n.start_time, coalesce(c.doors, 0) AS doors, coalesce(c.watched, 0) AS watched,
        coalesce((SELECT sum(s.tickets - s.returned) FROM ticket_type_events te JOIN sums s ON s.subject_id = te.type_id
          WHERE te.event_id = n.id), 0)::int AS tickets
      FROM near n LEFT JOIN sums c ON c.subject_id = n.id ORDER BY n.start_time, n.id`,
    values: [festivalId, now, limit],
  });
}

/** The events that take place at a moment, at most `limit`. */
export async function runningEvents(
  db: Queryable,
  { festivalId, eventId }: Of,
  now: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>({
    name: 'dashboards.running',
    text: `SELECT id FROM events WHERE festival_id = $1 AND ($2::uuid IS NULL OR id = $2) AND status = 'PUBLISHED'
        AND start_time <= $3 AND end_time >= $3 ORDER BY start_time, id LIMIT $4`,
    values: [festivalId, eventId, now, limit],
  });
  return rows.map(({ id }) => id);
}

export type Turnout = {
  id: string;
  eventId: string;
  name: string;
  votes: bigint;
  counted: boolean;
  leadingFilmTitle: string;
};

/** How many have voted on each ballot, and what leads once it is counted: the newest ballots. */
export function turnouts(db: Queryable, { festivalId, eventId }: Of, limit: number): Promise<Turnout[]> {
  return db.query<Turnout>({
    name: 'dashboards.turnouts',
    text: `SELECT b.id, b.event_id, coalesce(k.name, e.name) AS name, b.records AS votes, b.counted_at IS NOT NULL AS counted,
        coalesce(CASE WHEN b.counted_at IS NOT NULL THEN (
          SELECT f.film_title FROM ballot_counts c JOIN films f ON f.id = c.film_id WHERE c.ballot_id = b.id
          ORDER BY c.score_sum::float8 / c.votes DESC, c.votes DESC, c.film_id LIMIT 1) END, '') AS leading_film_title
      FROM ballots b JOIN events e ON e.id = b.event_id LEFT JOIN blocks k ON k.id = b.block_id
      WHERE e.festival_id = $1 AND ($2::uuid IS NULL OR e.id = $2) ORDER BY b.opens_at DESC, b.id LIMIT $3`,
    values: [festivalId, eventId, limit],
  });
}
