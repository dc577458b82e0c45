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
};
export type SoldKey = [createdAt: string, id: string];

const SELECT = `
  SELECT o.id, ${NAME} AS buyer_name, y.name AS ticket_type_name, o.quantity, o.amount, o.state, o.created_at,
    (SELECT count(*)::int FROM user_tickets t
     WHERE t.order_id = o.id AND t.valid AND t.holder_id IS DISTINCT FROM o.account_id) AS given
  FROM ticket_orders o JOIN ticket_types y ON y.id = o.type_id LEFT JOIN people p ON p.id = o.account_id`;

export async function find(db: Queryable, id: string): Promise<SoldOrder | undefined> {
  const text = `${SELECT} WHERE o.id = $1`;
  const [row] = isId(id) ? await db.query<SoldOrder>({ name: 'sold-orders.find', text, values: [id] }) : [];
  return row;
}

/** What was delivered for an event, also as a part of a pass and what went back, the newest first. */
export function listOf(
  db: Queryable,
  { eventId, after, limit }: { eventId: string; after: SoldKey | undefined; limit: number },
): Promise<SoldOrder[]> {
  return db.query<SoldOrder>({
    name: 'sold-orders.list',
    text: `${SELECT} WHERE o.type_id IN (SELECT type_id FROM ticket_type_events WHERE event_id = $1)
        AND o.state IN ('DELIVERED', 'RETURNING', 'RETURNED')
        AND ($2::timestamptz IS NULL OR (o.created_at, o.id) < ($2, $3::uuid))
      ORDER BY o.created_at DESC, o.id DESC LIMIT $4`,
    values: [eventId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}
