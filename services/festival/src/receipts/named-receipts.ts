import { ReceiptKind } from '@marquee/contracts/film/v1/receipts_pb';
import type { OrderReceipt, Sold } from '@marquee/payments/receipts';
import { TICKETS } from '../checkout/ticket-goods.ts';
import type { Queryable } from '../organizations/organizations.ts';

export type TicketReceipt = OrderReceipt & { sold: Sold };

/**
 * With what was bought, how often, and of which organization. A ticket to one event names that; a pass to several has a
 * name of its own.
 */
export async function named(db: Queryable, receipts: readonly OrderReceipt[]): Promise<TicketReceipt[]> {
  const rows = await db.query<{ id: string; title: string; quantity: number; sellerName: string }>({
    name: 'receipts.tickets',
    text: `SELECT o.id, coalesce(e.name || ' · ' || y.name, y.name, c.title, '') AS title, coalesce(t.quantity, 1) AS quantity,
        coalesce(g.name, '') AS seller_name
      FROM orders o LEFT JOIN organizations g ON g.id = o.payee_id
        LEFT JOIN ticket_orders t ON t.id = o.id LEFT JOIN ticket_types y ON y.id = t.type_id
        LEFT JOIN events e ON e.id =
          (SELECT min(te.event_id::text)::uuid FROM ticket_type_events te WHERE te.type_id = y.id HAVING count(*) = 1)
        LEFT JOIN submissions s ON s.id = o.id LEFT JOIN calls c ON c.id = s.call_id
      WHERE o.id = ANY($1::uuid[])`,
    values: [receipts.map(({ order }) => order.id)],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return receipts.map((receipt) => {
    const { title = '', quantity = 1, sellerName = '' } = byId.get(receipt.order.id) ?? {};
    const kind = receipt.order.kind === TICKETS ? ReceiptKind.TICKETS : ReceiptKind.SUBMISSION;
    return { ...receipt, sold: { kind, title, quantity, sellerName } };
  });
}
