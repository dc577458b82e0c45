import { cannotCancel } from '@marquee/payments/order-errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import type { ticketOrderIdSchema } from './get-ticket-order.ts';
import { type OwnTicketOrder, requireOwnOrder, requireSales, withAll } from './own-ticket-order.ts';

/** Ends the viewer's order; nothing is charged. @throws DomainError FAILED_PRECONDITION, PAYMENT_UNDER_WAY */
export async function cancelTicketOrder(
  resources: FestivalResources,
  viewer: AccountViewer,
  { orderId }: z.output<typeof ticketOrderIdSchema>,
): Promise<OwnTicketOrder> {
  const { amount } = await requireOwnOrder(resources.db, viewer, orderId);
  // What is free is delivered at once.
  if (amount === 0n) throw cannotCancel();
  await requireSales(resources).desk.cancel(orderId);
  return withAll(resources.db, orderId, undefined);
}
