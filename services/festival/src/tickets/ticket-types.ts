import { columnsOf, insertClause, setClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { Prisma, type TicketType } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { type EventJson, type EventOnSale, onSaleJson, onSaleOf } from './events.ts';
import { ticketTypeNotFound } from './ticket-errors.ts';

/** What is sold, with the events that it is for, by their start. */
export type SoldType = TicketType & { eventIds: string[] };

/** What its organization sees. */
export type TypeSales = SoldType & { sold: number; held: number; waiting: number; offered: number };

const COLUMNS = columnsOf(Object.values(Prisma.TicketTypeScalarFieldEnum), 't');
const EVENTS = `array(SELECT te.event_id FROM ticket_type_events te JOIN events e ON e.id = te.event_id
  WHERE te.type_id = t.id ORDER BY e.start_time, e.id) AS event_ids`;
const COUNTS = `
  (SELECT count(*)::int FROM ticket_units u WHERE u.type_id = t.id AND u.order_id IS NOT NULL AND u.sold) AS sold,
  (SELECT count(*)::int FROM ticket_units u WHERE u.type_id = t.id AND u.order_id IS NOT NULL AND NOT u.sold) AS held,
  (SELECT count(*)::int FROM ticket_waits w WHERE w.type_id = t.id AND w.state = 'WAITING') AS waiting,
  (SELECT count(*)::int FROM ticket_units u WHERE u.type_id = t.id AND u.order_id IS NULL AND u.wait_id IS NOT NULL) AS offered`;

/** @throws DomainError NOT_FOUND, TICKET_TYPE_NOT_FOUND */
export async function get(db: Queryable, id: string): Promise<SoldType> {
  const text = `SELECT ${COLUMNS}, ${EVENTS} FROM ticket_types t WHERE t.id = $1`;
  const [row] = isId(id) ? await db.query<SoldType>({ name: 'ticket-types.get', text, values: [id] }) : [];
  if (!row) throw ticketTypeNotFound();
  return row;
}

/** A ticket type as a customer finds it. */
export type BoughtType = SoldType & {
  /** How many the customer has bought or holds. */
  bought: number;
  /** Whether people wait for it: what is free is for them. */
  awaited: boolean;
  /** The customer's place in the waiting list, while a unit is kept for it. */
  offerId: string | null;
  /** The events that it is for. */
  events: EventOnSale[];
  /** Whether the order that is asked for is there already. */
  isOrdered: boolean;
};

/**
 * A ticket type as a customer finds it, and whether an order of this id is there.
 *
 * @throws DomainError NOT_FOUND, TICKET_TYPE_NOT_FOUND
 */
export async function getForBuyer(
  tx: Tx,
  id: string,
  { accountId, orderId = null, now }: { accountId: string; orderId?: string | null; now: Date },
): Promise<BoughtType> {
  const text = `SELECT ${COLUMNS}, (SELECT coalesce(sum(o.quantity - o.returned_quantity), 0)::int FROM ticket_orders o
      WHERE o.account_id = $2 AND o.type_id = t.id AND o.state IN ('HELD', 'DELIVERED', 'RETURNING')) AS bought,
      EXISTS (SELECT FROM ticket_waits w WHERE w.type_id = t.id AND w.state = 'WAITING') AS awaited,
      (SELECT w.id FROM ticket_waits w WHERE w.type_id = t.id AND w.account_id = $2 AND w.offered_until > $3) AS offer_id,
      EXISTS (SELECT FROM ticket_orders o WHERE o.id = $4) AS is_ordered, ${onSaleJson('t.id')} AS events
    FROM ticket_types t WHERE t.id = $1`;
  const values = [id, accountId, now, orderId];
  type Row = Omit<BoughtType, 'events' | 'eventIds'> & { events: EventJson[] };
  const [row] = await tx.query<Row>({ name: 'ticket-types.for-buyer', text, values });
  if (!row) throw ticketTypeNotFound();
  const found = row.events.map(onSaleOf);
  return { ...row, events: found, eventIds: found.map(({ id: eventId }) => eventId) };
}

/** The same, locked until the transaction ends: only its organization locks it, never a buyer. */
export async function lock(tx: Tx, id: string): Promise<SoldType> {
  const text = `SELECT ${COLUMNS}, ${EVENTS} FROM ticket_types t WHERE t.id = $1 FOR NO KEY UPDATE OF t`;
  const [row] = isId(id) ? await tx.query<SoldType>({ name: 'ticket-types.lock', text, values: [id] }) : [];
  if (!row) throw ticketTypeNotFound();
  return row;
}

export async function getSales(db: Queryable, id: string): Promise<TypeSales> {
  const text = `SELECT ${COLUMNS}, ${EVENTS}, ${COUNTS} FROM ticket_types t WHERE t.id = $1`;
  const [row] = await db.query<TypeSales>({ name: 'ticket-types.sales', text, values: [id] });
  return row as TypeSales;
}

export async function insert(
  tx: Tx,
  { eventIds, ...row }: Omit<SoldType, 'version' | 'updatedAt' | 'withdrawn'>,
): Promise<void> {
  const { text, values } = insertClause({ ...row, updatedAt: row.createdAt });
  await tx.query(`INSERT INTO ticket_types ${text}`, values);
  await tx.query('INSERT INTO ticket_type_events (type_id, event_id) SELECT $1, unnest($2::uuid[])', [
    row.id,
    eventIds,
  ]);
}

/** Changes a locked type, and counts its version up. */
export async function update(
  tx: Tx,
  id: string,
  changes: Partial<Omit<TicketType, 'id' | 'version'>> & { updatedAt: Date },
): Promise<void> {
  const { text, values } = setClause(changes, 2);
  await tx.query(`UPDATE ticket_types SET ${text}, version = version + 1 WHERE id = $1`, [id, ...values]);
}

export async function countOf(tx: Tx, festivalId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS n FROM ticket_types WHERE festival_id = $1';
  const [row] = await tx.query<{ n: number }>(text, [festivalId]);
  return row?.n ?? 0;
}

/** How many of these ids are types of an organization. */
export async function countOwn(tx: Tx, festivalId: string, ids: readonly string[]): Promise<number> {
  const text = 'SELECT count(*)::int AS n FROM ticket_types WHERE festival_id = $1 AND id = ANY($2::uuid[])';
  const [row] = await tx.query<{ n: number }>(text, [festivalId, ids.filter(isId)]);
  return row?.n ?? 0;
}

/** What is offered for an event, the cheapest first, with how many are left, up to `leftMax`. */
export function offersOf(db: Queryable, eventId: string, leftMax: number): Promise<(SoldType & { left: number })[]> {
  return db.query<SoldType & { left: number }>({
    name: 'ticket-types.offers',
    text: `SELECT ${COLUMNS}, ${EVENTS}, (SELECT count(*)::int FROM (
        SELECT 1 FROM ticket_units u WHERE u.type_id = t.id AND u.order_id IS NULL AND u.wait_id IS NULL
          AND NOT EXISTS (SELECT FROM ticket_waits w WHERE w.type_id = t.id AND w.state = 'WAITING')
        LIMIT $2) free) AS "left"
      FROM ticket_types t JOIN ticket_type_events o ON o.type_id = t.id
      WHERE o.event_id = $1 AND NOT t.withdrawn ORDER BY t.price, t.created_at, t.id LIMIT 200`,
    values: [eventId, leftMax],
  });
}

/** All types for an event, the newest first: as many as an organization may have. */
export function listOf(db: Queryable, eventId: string): Promise<TypeSales[]> {
  return db.query<TypeSales>({
    name: 'ticket-types.list',
    text: `SELECT ${COLUMNS}, ${EVENTS}, ${COUNTS} FROM ticket_types t JOIN ticket_type_events o ON o.type_id = t.id
      WHERE o.event_id = $1 ORDER BY t.created_at DESC, t.id DESC`,
    values: [eventId],
  });
}
