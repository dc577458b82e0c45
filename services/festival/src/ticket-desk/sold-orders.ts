import { isId } from '@marquee/data/ids';
import type { TicketOrderState } from '../checkout/ticket-orders.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { NAME } from '../people/people.ts';

export type SoldOrder = {
  id: string;
  buyerName: string;
  ticketTypeName: string;
  quantity: number;
  amount: bigint;
  state: TicketOrderState;
  createdAt: Date;
  /** How many of its tickets are no longer the buyer's. */
  given: number;
  /** How many of its tickets went back alone. */
  returned: number;
  /** What has not gone back of the amount. */
  left: bigint;
  /** Money of it is on its way back. */
  refunding: boolean;
  /** Why the last refund failed, or why something is owed; '' where neither is so. */
  refundFailure: string;
  /** What refunds gave back that failed later. */
  owed: bigint;
  /** That is on its way back again. */
  owedRefunding: boolean;
};
export type SoldKey = [createdAt: string, id: string];

const COLUMNS = `
  o.id, ${NAME} AS buyer_name, y.name AS ticket_type_name, o.quantity, o.amount, o.state, o.created_at,
  (SELECT count(*)::int FROM user_tickets t
   WHERE t.order_id = o.id AND t.valid AND t.holder_id IS DISTINCT FROM o.account_id) AS given,
  o.returned_quantity AS returned,
  CASE WHEN m.state = 'REFUNDED' OR o.state = 'RETURNED' THEN 0 ELSE coalesce(m.paid_amount, o.amount) - coalesce(m.returned, 0) END AS "left",
  EXISTS (SELECT FROM order_refunds r WHERE r.order_id = o.id AND r.state = 'PENDING') AS refunding,
  coalesce((SELECT CASE WHEN r.state = 'FAILED' OR m.owed > 0 THEN r.failure END FROM order_refunds r
    WHERE r.order_id = o.id AND (m.owed = 0 OR r.failure <> '')
    ORDER BY coalesce(r.failed_at, r.created_at) DESC, r.id DESC LIMIT 1), '') AS refund_failure,
  coalesce(m.owed, 0) AS owed,
  EXISTS (SELECT FROM order_refunds r WHERE r.order_id = o.id AND r.state = 'PENDING' AND r.is_owed) AS owed_refunding`;
const FROM = `
  FROM ticket_orders o JOIN ticket_types y ON y.id = o.type_id LEFT JOIN people p ON p.id = o.account_id
    LEFT JOIN orders m ON m.id = o.id`;
const SOLD = "o.state IN ('DELIVERED', 'RETURNING', 'RETURNED')";

export async function find(db: Queryable, id: string): Promise<SoldOrder | undefined> {
  const text = `SELECT ${COLUMNS} ${FROM} WHERE o.id = $1`;
  const [row] = isId(id) ? await db.query<SoldOrder>({ name: 'sold-orders.find', text, values: [id] }) : [];
  return row;
}

type Page = { after: SoldKey | undefined; limit: number };

/** What was delivered for an event, also as a part of a pass and what went back, the newest first. */
export function listOf(db: Queryable, { eventId, after, limit }: Page & { eventId: string }): Promise<SoldOrder[]> {
  return db.query<SoldOrder>({
    name: 'sold-orders.list',
    text: `SELECT ${COLUMNS} ${FROM} WHERE o.type_id IN (SELECT type_id FROM ticket_type_events WHERE event_id = $1)
        AND ${SOLD} AND ($2::timestamptz IS NULL OR (o.created_at, o.id) < ($2, $3::uuid))
      ORDER BY o.created_at DESC, o.id DESC LIMIT $4`,
    values: [eventId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** What somebody has bought, in the same order. */
export function listBought(
  db: Queryable,
  { accountId, after, limit }: Page & { accountId: string },
): Promise<SoldOrder[]> {
  return db.query<SoldOrder>({
    name: 'sold-orders.bought',
    text: `SELECT ${COLUMNS} ${FROM} WHERE o.account_id = $1
        AND ${SOLD} AND ($2::timestamptz IS NULL OR (o.created_at, o.id) < ($2, $3::uuid))
      ORDER BY o.created_at DESC, o.id DESC LIMIT $4`,
    values: [accountId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Whose an order is: who bought it, and the organization that sold it. */
export type SoldBy = { accountId: string | null; festivalId: string; festivalName: string; directorId: string | null };

export async function findSeller(db: Queryable, id: string): Promise<SoldBy | undefined> {
  const text = `SELECT o.account_id, y.festival_id, g.name AS festival_name, g.director_id
    FROM ticket_orders o JOIN ticket_types y ON y.id = o.type_id JOIN organizations g ON g.id = y.festival_id
    WHERE o.id = $1 AND ${SOLD}`;
  const [row] = isId(id) ? await db.query<SoldBy>({ name: 'sold-orders.seller', text, values: [id] }) : [];
  return row;
}

export type SoldTicket = {
  id: string;
  unitId: string | null;
  eventId: string;
  eventName: string;
  holderName: string;
  valid: boolean;
  onItsWay: boolean;
  used: boolean;
};

/** The tickets of an order by the unit that they are of, then by the start of their events. */
export function ticketsOf(db: Queryable, orderId: string): Promise<SoldTicket[]> {
  return db.query<SoldTicket>({
    name: 'sold-orders.tickets',
    text: `SELECT t.id, t.unit_id, t.event_id, e.name AS event_name, ${NAME} AS holder_name, t.valid,
        EXISTS (SELECT FROM ticket_gifts g WHERE g.ticket_id = t.id AND g.state = 'SENT') AS on_its_way,
        EXISTS (SELECT FROM ticket_scans s WHERE s.user_ticket_id = t.id) AS used
      FROM user_tickets t JOIN events e ON e.id = t.event_id LEFT JOIN people p ON p.id = t.holder_id
      WHERE t.order_id = $1 ORDER BY t.unit_id, e.start_time, t.id`,
    values: [orderId],
  });
}

export type SoldRefund = {
  id: string;
  amount: bigint;
  kind: string;
  state: string;
  reason: string;
  askedByName: string;
  createdAt: Date;
  endedAt: Date | null;
  unitId: string | null;
  isPart: boolean;
  failure: string;
};

// A refund of all is of what the parts before it left: refunds of an order follow each other.
const LEFT_BEFORE = `coalesce(m.paid_amount, m.amount) - coalesce(
  sum(r.amount) FILTER (WHERE r.is_part AND NOT r.is_owed AND r.state = 'SUCCEEDED') OVER (ORDER BY r.created_at, r.id), 0)`;

/** What went back of an order or is on its way, and what could not go back, the first first. */
export function refundsOf(db: Queryable, orderId: string): Promise<SoldRefund[]> {
  return db.query<SoldRefund>({
    name: 'sold-orders.refunds',
    text: `SELECT r.id, coalesce(r.amount, ${LEFT_BEFORE})::bigint AS amount, r.kind, r.state, r.reason,
        ${NAME} AS asked_by_name, r.created_at, r.ended_at, r.part_id AS unit_id, r.is_part, r.failure
      FROM order_refunds r JOIN orders m ON m.id = r.order_id LEFT JOIN people p ON p.id = r.asked_by
      WHERE r.order_id = $1 ORDER BY r.created_at, r.id LIMIT 100`,
    values: [orderId],
  });
}
