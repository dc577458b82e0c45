import { isId } from '@marquee/data/ids';
import { orderNotFound } from '@marquee/payments/order-errors';
import type { Order } from '@marquee/payments/orders';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as accounts from '../account/accounts.ts';
import { requireManageable } from '../back-office/staff-rights.ts';
import type { IdentityWrite } from '../resources.ts';
import { refundPlanOrderSchema } from './refund-plan-order.ts';
import { requireSales } from './sales.ts';

export const refundOwedPlanSchema = refundPlanOrderSchema.extend({ paidElsewhere: z.boolean() });

/**
 * Gives back again what a refund of a plan left owed that failed after it had succeeded, or notes that it was paid in another way.
 * Nobody refunds themselves. The provider is asked afterwards.
 *
 * @throws DomainError NOT_FOUND, ORDER_NOT_FOUND; FAILED_PRECONDITION, NOT_REFUNDABLE or REFUND_PENDING; FORBIDDEN
 */
export async function refundOwedPlan(
  write: IdentityWrite,
  viewer: AccountViewer,
  { orderId, reason, paidElsewhere: isPaidElsewhere }: z.output<typeof refundOwedPlanSchema>,
): Promise<Order> {
  const { desk } = requireSales(write);
  if (!isId(orderId)) throw orderNotFound();
  const order = await desk.giveBackOwed(write, orderId, { reason, askedBy: viewer.accountId, isPaidElsewhere });
  const account = order.accountId === null ? undefined : await accounts.lock(write.tx, order.accountId);
  if (account) requireManageable(viewer, account);
  return order;
}
