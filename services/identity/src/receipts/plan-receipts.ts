import { ReceiptKind } from '@marquee/contracts/film/v1/receipts_pb';
import { getReceipt, listReceipts, type OrderReceipt, type Sold } from '@marquee/payments/receipts';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { listPlanOrdersSchema, orderIdSchema } from '../plans/own-plan-orders.ts';
import * as planOrders from '../plans/plan-orders.ts';
import type { IdentityResources } from '../resources.ts';

export type PlanReceipt = OrderReceipt & { sold: Sold };

/** What the viewer has paid for plans, the newest first [SET-11]. */
export async function listPlanReceipts(
  { db, config }: IdentityResources,
  { accountId }: AccountViewer,
  input: z.output<typeof listPlanOrdersSchema>,
): Promise<{ rows: PlanReceipt[]; nextCursor: string }> {
  const { rows, nextCursor } = await listReceipts(db, config.CURSOR_KEY, { ...input, accountId });
  return { rows: await named(db, rows), nextCursor };
}

/** One of them, for its buyer and for staff [SET-11]. */
export async function getPlanReceipt(
  { db }: IdentityResources,
  viewer: AccountViewer,
  { orderId }: z.output<typeof orderIdSchema>,
): Promise<PlanReceipt> {
  const [receipt] = await named(db, [await getReceipt(db, viewer, orderId)]);
  return receipt as PlanReceipt;
}

/** With the plans and their periods. Plans are the platform's own: no name of a seller stands on them. */
async function named(db: IdentityResources['db'], receipts: readonly OrderReceipt[]): Promise<PlanReceipt[]> {
  const paid = receipts.map(({ order }) => order);
  const sold = await planOrders.byOrder(db, paid);
  return receipts.map((receipt) => {
    const { plan: title = '', periodStart = null, periodEnd = null } = sold.get(receipt.order.id) ?? {};
    return { ...receipt, sold: { kind: ReceiptKind.PLAN, title, periodStart, periodEnd } };
  });
}
