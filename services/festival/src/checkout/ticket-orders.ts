import { columnsOf } from '@marquee/data/columns';
import { send, type Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { Prisma, type TicketOrder as Row } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { type EventJson, type EventOnSale, onSaleJson, onSaleOf } from '../tickets/events.ts';

/** How many tickets of an order did not go back alone. */
export const ticketsLeft = ({ quantity, returnedQuantity }: Pick<Row, 'quantity' | 'returnedQuantity'>): number =>
  quantity - returnedQuantity;

/** HELD has units; RELEASED gave them back unpaid; DELIVERED has tickets; RETURNING waits for the money to be back. */
export type TicketOrderState = 'HELD' | 'RELEASED' | 'DELIVERED' | 'RETURNING' | 'RETURNED';
export type TicketOrder = Omit<Row, 'state'> & { state: TicketOrderState };

const COLUMNS = columnsOf(Object.values(Prisma.TicketOrderScalarFieldEnum), 'o');

export async function find(db: Queryable, id: string): Promise<TicketOrder | undefined> {
  const text = `SELECT ${COLUMNS} FROM ticket_orders o WHERE o.id = $1`;
  const [row] = isId(id) ? await db.query<TicketOrder>({ name: 'ticket-orders.find', text, values: [id] }) : [];
  return row;
}

/** A ticket order with what its message shows beside. */
export type ShownTicketOrder = TicketOrder & {
  typeName: string;
  /** Whether all its money went back, or is about to. */
  isRefunded: boolean;
  /** Its tickets, by their events. */
  tickets: { id: string; eventId: string }[];
};

export async function findShown(db: Queryable, id: string): Promise<ShownTicketOrder | undefined> {
  const text = `SELECT ${COLUMNS}, t.name AS type_name, EXISTS (
      SELECT FROM order_refunds r WHERE r.order_id = o.id AND r.state <> 'FAILED' AND NOT r.is_part) AS is_refunded,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', u.id, 'eventId', u.event_id) ORDER BY u.event_id, u.id)
        FROM user_tickets u WHERE u.order_id = o.id AND u.valid AND o.state = 'DELIVERED'), '[]') AS tickets
    FROM ticket_orders o JOIN ticket_types t ON t.id = o.type_id WHERE o.id = $1`;
  const [row] = isId(id) ? await db.query<ShownTicketOrder>({ name: 'ticket-orders.shown', text, values: [id] }) : [];
  return row;
}

/** Whether an order is there already, and the id of the one of its customer for the same type that is not paid yet. */
export async function findBeside(
  db: Queryable,
  { id, accountId, typeId, kind }: { id: string; accountId: string; typeId: string; kind: string },
): Promise<{ isKnown: boolean; openId: string | null }> {
  const [row] = await db.query<{ isKnown: boolean; openId: string | null }>({
    name: 'ticket-orders.beside',
    text: `SELECT EXISTS (SELECT FROM ticket_orders WHERE id = $1) AS is_known,
      (SELECT id FROM orders WHERE account_id = $2 AND item_id = $3 AND kind = $4 AND state IN ('CREATED', 'PAYING')) AS open_id`,
    values: [id, accountId, typeId, kind],
  });
  return row ?? { isKnown: false, openId: null };
}

/** The same, locked until the transaction ends. */
export async function lock(tx: Tx, id: string): Promise<TicketOrder | undefined> {
  const text = `SELECT ${COLUMNS} FROM ticket_orders o WHERE o.id = $1 FOR UPDATE`;
  const [row] = await tx.query<TicketOrder>({ name: 'ticket-orders.lock', text, values: [id] });
  return row;
}

export type OrderToDeliver = TicketOrder & { events: EventOnSale[] };

/** A locked order, with the events of its type. */
export async function lockToDeliver(tx: Tx, id: string): Promise<OrderToDeliver | undefined> {
  const [row] = await tx.query<TicketOrder & { events: EventJson[] }>({
    name: 'ticket-orders.lock-to-deliver',
    text: `SELECT ${COLUMNS}, ${onSaleJson('o.type_id')} AS events FROM ticket_orders o WHERE o.id = $1 FOR UPDATE OF o`,
    values: [id],
  });
  return row && { ...row, events: row.events.map(onSaleOf) };
}

export type NewTicketOrder = Omit<TicketOrder, 'version' | 'promoCodeId' | 'discount' | 'returnedQuantity'> &
  Partial<Pick<TicketOrder, 'promoCodeId' | 'discount'>>;

const HOLD = `WITH made AS (
    INSERT INTO ticket_orders (id, account_id, type_id, quantity, unit_price, amount, state, held_until, created_at,
      promo_code_id, discount)
    SELECT $1::uuid, $2::uuid, $3::uuid, $4::int, $5::bigint, $6::bigint, $7::text, $8::timestamptz, $9::timestamptz,
      $10::uuid, $11::bigint
    WHERE $6 = 0 OR EXISTS (SELECT FROM orders WHERE id = $1) ON CONFLICT DO NOTHING RETURNING id
  ), taken AS (
    UPDATE ticket_units SET order_id = made.id FROM made WHERE ticket_units.id = ANY(ARRAY(
      SELECT id FROM ticket_units WHERE type_id = $3 AND order_id IS NULL AND wait_id IS NOT DISTINCT FROM $12::uuid LIMIT $4 FOR UPDATE SKIP LOCKED)) RETURNING 1
  )`;

function held(order: NewTicketOrder, offerId: string | null): unknown[] {
  const { id, accountId, typeId, quantity, unitPrice, amount, state, heldUntil, createdAt } = order;
  const { promoCodeId = null, discount = 0n } = order;
  return [
    ...[id, accountId, typeId, quantity, unitPrice, amount, state, heldUntil, createdAt, promoCodeId, discount],
    offerId,
  ];
}

/**
 * Makes an order and takes up to its number of free units for it, without waiting for anybody. Gives how many it got;
 * undefined where its id is there already, or where it costs something and its order of money is not there.
 */
export async function hold(tx: Tx, order: NewTicketOrder, offerId: string | null = null): Promise<number | undefined> {
  const [made] = await tx.query<{ orders: number; units: number }>({
    name: 'ticket-orders.hold',
    text: `${HOLD} SELECT (SELECT count(*) FROM made)::int AS orders, (SELECT count(*) FROM taken)::int AS units`,
    values: held(order, offerId),
  });
  return made?.orders === 1 ? made.units : undefined;
}

/** The same for an order that is taken to get all of its units: where it does not, the transaction is repeated. */
export async function holdAll(tx: Tx, order: NewTicketOrder, offerId: string | null): Promise<void> {
  const text = `${HOLD} SELECT repeat_unless((SELECT count(*) FROM taken) = $4)`;
  await send(tx, { name: 'ticket-orders.hold-all', text, values: held(order, offerId) });
}

/** Moves a locked order. */
export async function setState(tx: Tx, id: string, state: TicketOrderState): Promise<void> {
  const text = 'UPDATE ticket_orders SET state = $2, version = version + 1 WHERE id = $1';
  await tx.query({ name: 'ticket-orders.state', text, values: [id, state] });
}

/** One ticket of a locked order went back alone. */
export async function returnOne(tx: Tx, id: string): Promise<void> {
  const text =
    'UPDATE ticket_orders SET returned_quantity = returned_quantity + 1, version = version + 1 WHERE id = $1';
  await tx.query({ name: 'ticket-orders.return-one', text, values: [id] });
}

/** One purchase of a customer of one type at a time: locks nothing that another customer needs. */
export async function takeTurn(tx: Tx, accountId: string, typeId: string): Promise<void> {
  await send(tx, {
    name: 'ticket-orders.turn',
    text: "SELECT pg_advisory_xact_lock(hashtextextended('tickets of ' || $1 || ' ' || $2, 0))",
    values: [accountId, typeId],
  });
}

/** How many of a type a customer has bought or holds. */
export async function countOf(tx: Tx, accountId: string, typeId: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>({
    name: 'ticket-orders.count',
    text: `SELECT coalesce(sum(quantity - returned_quantity), 0)::int AS n FROM ticket_orders
      WHERE account_id = $1 AND type_id = $2 AND state IN ('HELD', 'DELIVERED', 'RETURNING')`,
    values: [accountId, typeId],
  });
  return row?.n ?? 0;
}

/** Orders whose time to pay is over and that still have units, the oldest first. */
export async function listOverdue(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>({
    name: 'ticket-orders.overdue',
    text: `SELECT id FROM ticket_orders WHERE state = 'HELD' AND held_until <= $1 ORDER BY held_until, id LIMIT 200`,
    values: [now],
  });
  return rows.map(({ id }) => id);
}

/**
 * Delivered orders of which no event takes place any more. Where the provider could not make the refund for that, it is
 * asked for again a day later.
 */
export function listOfCancelled(db: Queryable, now: Date): Promise<TicketOrder[]> {
  return db.query<TicketOrder>({
    name: 'ticket-orders.of-cancelled',
    text: `SELECT ${COLUMNS} FROM ticket_orders o
      WHERE o.state = 'DELIVERED'
        AND o.type_id IN (SELECT te.type_id FROM events e JOIN ticket_type_events te ON te.event_id = e.id
          WHERE e.status = 'CANCELLED')
        AND NOT EXISTS (SELECT FROM ticket_type_events te JOIN events e ON e.id = te.event_id
          WHERE te.type_id = o.type_id AND e.status <> 'CANCELLED')
        AND NOT EXISTS (SELECT FROM order_refunds r WHERE r.order_id = o.id
          AND (r.state = 'PENDING' OR (r.state = 'SUCCEEDED' AND NOT r.is_part)
          OR (r.state = 'FAILED' AND r.kind = 'CANCELLED' AND r.created_at > $1::timestamptz - interval '1 day')))
      ORDER BY o.created_at, o.id LIMIT 100`,
    values: [now],
  });
}
