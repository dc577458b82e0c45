import { isId } from '@marquee/data/ids';
import { orderNotFound } from '@marquee/payments/order-errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireSales } from '../checkout/own-ticket-order.ts';
import { TICKETS } from '../checkout/ticket-goods.ts';
import * as actions from '../organizations/organization-actions.ts';
import type { FestivalWrite } from '../resources.ts';
import * as types from '../tickets/ticket-types.ts';
import { returnTicketOrderSchema } from './return-ticket-order.ts';

export const refundOwedTicketsSchema = returnTicketOrderSchema
  .omit({ userTicketId: true })
  .extend({ paidElsewhere: z.boolean() });

/**
 * Gives back again what a refund of tickets left owed that failed after it had succeeded, or notes that it was paid in another way.
 * The tickets do not come back. The provider is asked afterwards.
 *
 * @throws DomainError NOT_FOUND, ORDER_NOT_FOUND; FAILED_PRECONDITION, NOT_REFUNDABLE or REFUND_PENDING
 */
export async function refundOwedTickets(
  write: FestivalWrite,
  { accountId: askedBy }: AccountViewer,
  { orderId, reason, paidElsewhere: isPaidElsewhere }: z.output<typeof refundOwedTicketsSchema>,
): Promise<{ orderId: string }> {
  const { tx, clock } = write;
  if (!isId(orderId)) throw orderNotFound();
  const asked = { reason, askedBy, isPaidElsewhere };
  const order = await requireSales(write).desk.giveBackOwed(write, orderId, asked);
  if (order.kind !== TICKETS) throw orderNotFound();
  const { festivalId } = await types.get(tx, order.itemId);
  const changes = [{ field: 'order', before: orderId, after: '' }];
  const action = { festivalId, kind: 'TICKETS_REFUNDED', actorId: askedBy, changes, reason, now: clock.now() } as const;
  await actions.append(tx, action);
  return { orderId };
}
