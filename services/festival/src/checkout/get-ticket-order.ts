import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import { endIfReleased, type OwnTicketOrder, requireOwnOrder, requireSales, withAll } from './own-ticket-order.ts';

export const ticketOrderIdSchema = z.object({ orderId: z.string() });

/** The viewer's order as its payment stands at the provider: sooner than the provider's own event. */
export async function getTicketOrder(
  resources: FestivalResources,
  viewer: AccountViewer,
  { orderId }: z.output<typeof ticketOrderIdSchema>,
): Promise<OwnTicketOrder> {
  const order = await requireOwnOrder(resources.db, viewer, orderId);
  if (order.amount === 0n) return withAll(resources.db, orderId, undefined);
  await endIfReleased(resources, order);
  const { order: settled, payment } = await requireSales(resources).desk.refresh(orderId);
  return withAll(resources.db, orderId, payment, { order: settled });
}
