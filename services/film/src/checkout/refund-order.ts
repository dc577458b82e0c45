import { isId } from '@marquee/data/ids';
import { orderNotFound } from '@marquee/payments/order-errors';
import type { Order } from '@marquee/payments/orders';
import { staffReasonSchema } from '@marquee/rules/back-office';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FilmWrite } from '../resources.ts';
import { orderIdSchema } from './get-order.ts';

export const refundOrderSchema = orderIdSchema.extend({ reason: staffReasonSchema });

/**
 * Asks for the money of an order to go back, and ends the access; the film's history says so. The provider is asked afterwards.
 *
 * @throws DomainError NOT_FOUND, ORDER_NOT_FOUND; FAILED_PRECONDITION, NOT_REFUNDABLE or REFUND_PENDING
 */
export async function refundOrder(
  write: FilmWrite,
  viewer: AccountViewer,
  { orderId, reason }: z.output<typeof refundOrderSchema>,
): Promise<Order> {
  if (!isId(orderId)) throw orderNotFound();
  return write.desk.askRefund(write, orderId, { kind: 'STAFF', reason, askedBy: viewer.accountId });
}
