import type { Queryable } from '../organizations/organizations.ts';

/** What an event shows, and when. */
export type Screening = {
  eventId: string;
  /** Whether tickets of it let people watch. */
  open: boolean;
  startTime: Date;
  endTime: Date;
  preRollVideoUri: string;
  /** Seconds. */
  preRollDuration: number;
  /** In the order of the programme, each once. */
  filmIds: string[];
  version: bigint;
};

const SELECT = `
  SELECT e.id AS event_id, e.event_virtual AND e.status = 'PUBLISHED' AS open, e.start_time, e.end_time,
    e.pre_roll_video_uri, e.pre_roll_duration, e.version, coalesce(shown.film_ids, '{}') AS film_ids
  FROM events e LEFT JOIN LATERAL (
    SELECT array_agg(film_id ORDER BY place) AS film_ids FROM (
      SELECT f.film_id, min(row_number) AS place FROM (
        SELECT f.film_id, row_number() OVER (ORDER BY b.position, b.id, f.position, f.id)
        FROM blocks b JOIN block_films f ON f.block_id = b.id WHERE b.event_id = e.id
      ) f GROUP BY f.film_id
    ) films
  ) shown ON true`;

/** What an event shows; undefined of one that is not there. */
export async function find(db: Queryable, eventId: string): Promise<Screening | undefined> {
  const text = `${SELECT} WHERE e.id = $1`;
  const [row] = await db.query<Screening>({ name: 'screenings.find', text, values: [eventId] });
  return row;
}

/** What all events show, by id. */
export function listAll(db: Queryable, afterId: string | null, limit: number): Promise<Screening[]> {
  return db.query<Screening>({
    name: 'screenings.all',
    text: `${SELECT} WHERE $1::uuid IS NULL OR e.id > $1 ORDER BY e.id LIMIT $2`,
    values: [afterId, limit],
  });
}

export type HeldTicket = { userTicketId: string; eventId: string; accountId: string; valid: boolean; version: bigint };

/** All tickets, by id. */
export function listTickets(db: Queryable, afterId: string | null, limit: number): Promise<HeldTicket[]> {
  return db.query<HeldTicket>({
    name: 'screenings.tickets',
    text: `SELECT id AS user_ticket_id, event_id, coalesce(holder_id::text, '') AS account_id, valid, version
      FROM user_tickets WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT $2`,
    values: [afterId, limit],
  });
}
