import { isId } from '@marquee/data/ids';
import { orderNotFound } from '@marquee/payments/order-errors';
import type { Order } from '@marquee/payments/orders';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmWrite } from '../resources.ts';
import { refundOrderSchema } from './refund-order.ts';

export const refundOwedSchema = refundOrderSchema.extend({ paidElsewhere: z.boolean() });

/**
 * Gives back again what a refund left owed that failed after it had succeeded, or notes that it was paid in another way; the film's
 * history says so. The provider is asked afterwards.
 *
 * @throws DomainError NOT_FOUND, ORDER_NOT_FOUND; FAILED_PRECONDITION, NOT_REFUNDABLE or REFUND_PENDING
 */
export async function refundOwed(
  write: FilmWrite,
  { accountId: askedBy }: AccountViewer,
  { orderId, reason, paidElsewhere: isPaidElsewhere }: z.output<typeof refundOwedSchema>,
): Promise<Order> {
  if (!isId(orderId)) throw orderNotFound();
  return write.desk.giveBackOwed(write, orderId, { reason, askedBy, isPaidElsewhere });
}
