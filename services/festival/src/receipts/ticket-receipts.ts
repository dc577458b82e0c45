import { getReceipt, listReceipts } from '@marquee/payments/receipts';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { ticketOrderIdSchema } from '../checkout/get-ticket-order.ts';
import type { FestivalResources } from '../resources.ts';
import { named, type TicketReceipt } from './named-receipts.ts';

export const listTicketReceiptsSchema = z.object({ pageSize: z.number(), cursor: z.string() });

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
