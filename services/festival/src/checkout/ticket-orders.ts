import { columnsOf, insertClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { Prisma, type TicketOrder as Row } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';

/** HELD has units; RELEASED gave them back unpaid; DELIVERED has tickets; RETURNING waits for the money to be back. */
export type TicketOrderState = 'HELD' | 'RELEASED' | 'DELIVERED' | 'RETURNING' | 'RETURNED';
export type TicketOrder = Omit<Row, 'state'> & { state: TicketOrderState };

const COLUMNS = columnsOf(Object.values(Prisma.TicketOrderScalarFieldEnum), 'o');

export async function find(db: Queryable, id: string): Promise<TicketOrder | undefined> {
  const text = `SELECT ${COLUMNS} FROM ticket_orders o WHERE o.id = $1`;
  const [row] = isId(id) ? await db.query<TicketOrder>({ name: 'ticket-orders.find', text, values: [id] }) : [];
  return row;
}

/** The same, locked until the transaction ends. */
export async function lock(tx: Tx, id: string): Promise<TicketOrder | undefined> {
  const text = `SELECT ${COLUMNS} FROM ticket_orders o WHERE o.id = $1 FOR UPDATE`;
  const [row] = await tx.query<TicketOrder>({ name: 'ticket-orders.lock', text, values: [id] });
  return row;
}

export type NewTicketOrder = Omit<TicketOrder, 'version' | 'promoCodeId' | 'discount'> &
  Partial<Pick<TicketOrder, 'promoCodeId' | 'discount'>>;

/** False where the id is there already. */
export async function insert(tx: Tx, order: NewTicketOrder): Promise<boolean> {
  const { text, values } = insertClause(order);
  const rows = await tx.query(`INSERT INTO ticket_orders ${text} ON CONFLICT DO NOTHING RETURNING 1`, values);
  return rows.length > 0;
}

/** Moves a locked order. */
export async function setState(tx: Tx, id: string, state: TicketOrderState): Promise<void> {
  const text = 'UPDATE ticket_orders SET state = $2, version = version + 1 WHERE id = $1';
  await tx.query({ name: 'ticket-orders.state', text, values: [id, state] });
}

/** One purchase of a customer of one type at a time: locks nothing that another customer needs. */
export async function takeTurn(tx: Tx, accountId: string, typeId: string): Promise<void> {
  await tx.query({
    name: 'ticket-orders.turn',
    text: "SELECT pg_advisory_xact_lock(hashtextextended('tickets of ' || $1 || ' ' || $2, 0))",
    values: [accountId, typeId],
  });
}

/** How many of a type a customer has bought or holds. */
export async function countOf(tx: Tx, accountId: string, typeId: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>({
    name: 'ticket-orders.count',
    text: `SELECT coalesce(sum(quantity), 0)::int AS n FROM ticket_orders
      WHERE account_id = $1 AND type_id = $2 AND state IN ('HELD', 'DELIVERED', 'RETURNING')`,
    values: [accountId, typeId],
  });
  return row?.n ?? 0;
}

/** Orders whose time to pay is over and that still have units, the oldest first. */
export async function listOverdue(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>({
    name: 'ticket-orders.overdue',
    text: `SELECT id FROM ticket_orders WHERE state = 'HELD' AND held_until <= $1 ORDER BY held_until LIMIT 200`,
    values: [now],
  });
  return rows.map(({ id }) => id);
}

/**
 * Delivered orders of which no event takes place any more. A refund that the provider could not make is asked for again a
 * day later.
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
          AND (r.state <> 'FAILED' OR r.created_at > $1::timestamptz - interval '1 day'))
      ORDER BY o.created_at LIMIT 100`,
    values: [now],
  });
}
