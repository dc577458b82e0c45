import { ReceiptKind } from '@marquee/contracts/film/v1/receipts_pb';
import { getReceipt, listReceipts, type OrderReceipt, type Sold } from '@marquee/payments/receipts';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { ticketOrderIdSchema } from '../checkout/get-ticket-order.ts';
import { TICKETS } from '../checkout/ticket-goods.ts';
import type { Queryable } from '../organizations/organizations.ts';
import type { FestivalResources } from '../resources.ts';

export const listTicketReceiptsSchema = z.object({ pageSize: z.number(), cursor: z.string() });
export type TicketReceipt = OrderReceipt & { sold: Sold };

/** What the viewer has paid organizations, the newest first [SET-11]. */
export async function listTicketReceipts(
  { db, config }: FestivalResources,
  { accountId }: AccountViewer,
  input: z.output<typeof listTicketReceiptsSchema>,
): Promise<{ rows: TicketReceipt[]; nextCursor: string }> {
  const { rows, nextCursor } = await listReceipts(db, config.CURSOR_KEY, { ...input, accountId });
  return { rows: await named(db, rows), nextCursor };
}

/** One of them, for its buyer and for staff [SET-11]. */
export async function getTicketReceipt(
  { db }: FestivalResources,
  viewer: AccountViewer,
  { orderId }: z.output<typeof ticketOrderIdSchema>,
): Promise<TicketReceipt> {
  const [receipt] = await named(db, [await getReceipt(db, viewer, orderId)]);
  return receipt as TicketReceipt;
}

/** With what was bought, how often, and of which organization. */
async function named(db: Queryable, receipts: readonly OrderReceipt[]): Promise<TicketReceipt[]> {
  const rows = await db.query<{ id: string; title: string; quantity: number; sellerName: string }>({
    name: 'receipts.tickets',
    text: `SELECT o.id, coalesce(y.name, c.title, '') AS title, coalesce(t.quantity, 1) AS quantity,
        coalesce(g.name, '') AS seller_name
      FROM orders o LEFT JOIN organizations g ON g.id = o.payee_id
        LEFT JOIN ticket_orders t ON t.id = o.id LEFT JOIN ticket_types y ON y.id = t.type_id
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
