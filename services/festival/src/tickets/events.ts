import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { Queryable } from '../organizations/organizations.ts';
import { eventNotFound } from './ticket-errors.ts';

/** What tickets need of an event. */
export type TicketEvent = {
  id: string;
  version: bigint;
  festivalId: string;
  festivalName: string;
  /** Whether the organization is shown to everybody. */
  festivalActive: boolean;
  name: string;
  status: 'DRAFT' | 'PUBLISHED' | 'CANCELLED';
  eventVirtual: boolean;
  sellingTickets: boolean;
  startTime: Date;
  endTime: Date;
  timeZone: string;
  venueName: string;
  venuePlace: string;
  /** How many people it takes; null for no limit. */
  capacity: number | null;
  /** Whether there is a waiting room in front of its sale. */
  waitingRoom: boolean;
  /** The film of an event that shows one, which everybody finds; '' of any other. */
  filmId: string;
};

/** What selling needs of it. */
export type EventOnSale = Pick<
  TicketEvent,
  'id' | 'festivalId' | 'festivalActive' | 'status' | 'sellingTickets' | 'endTime' | 'waitingRoom'
>;

const SELECT = `
  SELECT e.id, e.version, e.festival_id, o.name AS festival_name, o.status = 'ACTIVE' AS festival_active, e.name, e.status,
    e.event_virtual, e.selling_tickets, e.start_time, e.end_time, e.time_zone, coalesce(v.name, '') AS venue_name,
    coalesce(concat_ws(', ', nullif(v.address, ''), nullif(v.city, '')), '') AS venue_place,
    coalesce(e.capacity, v.capacity) AS capacity,
    EXISTS (SELECT FROM sale_rooms r WHERE r.event_id = e.id) AS waiting_room,
    coalesce((
      SELECT min(bf.film_id::text) FROM blocks b JOIN block_films bf ON bf.block_id = b.id JOIN films f ON f.id = bf.film_id
      WHERE b.event_id = e.id HAVING count(DISTINCT bf.film_id) = 1 AND bool_and(f.visible)
    ), '') AS film_id
  FROM events e JOIN organizations o ON o.id = e.festival_id LEFT JOIN venues v ON v.id = e.venue_id`;

/** @throws DomainError NOT_FOUND, EVENT_NOT_FOUND */
export async function get(db: Queryable, id: string): Promise<TicketEvent> {
  const [event] = isId(id) ? await list(db, [id]) : [];
  if (!event) throw eventNotFound();
  return event;
}

/** Those of these ids that exist, by their start. */
export function list(db: Queryable, ids: readonly string[]): Promise<TicketEvent[]> {
  return db.query<TicketEvent>({
    name: 'ticket-events.list',
    text: `${SELECT} WHERE e.id = ANY($1::uuid[]) ORDER BY e.start_time, e.id`,
    values: [ids.filter(isId)],
  });
}

/** The events of a ticket type, by their start. */
export function ofType(db: Queryable, typeId: string): Promise<TicketEvent[]> {
  return db.query<TicketEvent>({
    name: 'ticket-events.of-type',
    text: `${SELECT} JOIN ticket_type_events te ON te.event_id = e.id WHERE te.type_id = $1 ORDER BY e.start_time, e.id`,
    values: [typeId],
  });
}

/** SQL of what selling needs of the events of a ticket type, by their start, as JSON. `onSaleOf` reads it. */
export const onSaleJson = (typeId: string) => `coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', e.id, 'festivalId', e.festival_id, 'festivalActive', g.status = 'ACTIVE',
      'status', e.status, 'sellingTickets', e.selling_tickets, 'endTime', e.end_time,
      'waitingRoom', EXISTS (SELECT FROM sale_rooms r WHERE r.event_id = e.id)) ORDER BY e.start_time, e.id)
    FROM ticket_type_events te JOIN events e ON e.id = te.event_id JOIN organizations g ON g.id = e.festival_id
    WHERE te.type_id = ${typeId}), '[]')`;

/** An event as `onSaleJson` gives it. */
export type EventJson = Omit<EventOnSale, 'endTime'> & { endTime: string };
export const onSaleOf = ({ endTime, ...event }: EventJson): EventOnSale => ({ ...event, endTime: new Date(endTime) });

/** What selling needs of the events of a ticket type, by their start. */
export function onSale(db: Queryable, typeId: string): Promise<EventOnSale[]> {
  return db.query<EventOnSale>({
    name: 'ticket-events.on-sale',
    text: `SELECT e.id, e.festival_id, o.status = 'ACTIVE' AS festival_active, e.status, e.selling_tickets, e.end_time,
        EXISTS (SELECT FROM sale_rooms r WHERE r.event_id = e.id) AS waiting_room
      FROM ticket_type_events te JOIN events e ON e.id = te.event_id JOIN organizations o ON o.id = e.festival_id
      WHERE te.type_id = $1 ORDER BY e.start_time, e.id`,
    values: [typeId],
  });
}

/** Events of an organization that have not ended and are not cancelled, by their start. */
export function listToCome(db: Queryable, festivalId: string, now: Date): Promise<TicketEvent[]> {
  return db.query<TicketEvent>({
    name: 'ticket-events.to-come',
    text: `${SELECT} WHERE e.festival_id = $1 AND e.end_time > $2 AND e.status <> 'CANCELLED'
      ORDER BY e.start_time, e.id LIMIT 200`,
    values: [festivalId, now],
  });
}

/**
 * Events whose tickets somebody checks, as the director or in the team, that are announced and have not ended before a time;
 * those first that begin first.
 */
export function listForDoors(
  db: Queryable,
  { accountId, endedAfter, limit }: { accountId: string; endedAfter: Date; limit: number },
): Promise<TicketEvent[]> {
  return db.query<TicketEvent>({
    name: 'ticket-events.for-doors',
    text: `${SELECT} WHERE e.end_time > $2 AND e.status = 'PUBLISHED' AND e.festival_id IN (
        SELECT id FROM organizations WHERE director_id = $1 UNION
        SELECT festival_id FROM team_members
        WHERE account_id = $1 AND role IN ('MANAGER', 'DOOR') AND accepted_at IS NOT NULL)
      ORDER BY e.start_time, e.id LIMIT $3`,
    values: [accountId, endedAfter, limit],
  });
}

/** Locks events until the transaction ends, in the order of their ids. */
export async function lock(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query({
    name: 'ticket-events.lock',
    text: 'SELECT id FROM events WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
    values: [ids.filter(isId)],
  });
}

/** Locks an event until the transaction ends, against all who hold it while they give money back. */
export async function lockForBooks(tx: Tx, id: string): Promise<void> {
  const text = 'SELECT FROM events WHERE id = $1 FOR UPDATE';
  await tx.query({ name: 'ticket-events.lock-for-books', text, values: [id] });
}
