import { isId } from '@marquee/data/ids';
import { orderNotFound } from '@marquee/payments/order-errors';
import * as orders from '@marquee/payments/orders';
import { staffReasonSchema } from '@marquee/rules/back-office';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as accounts from '../account/accounts.ts';
import { requireManageable } from '../back-office/staff-rights.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { endDeadRenewal } from './cancel-plan.ts';
import { orderIdSchema } from './own-plan-orders.ts';
import { orderView, type PlanOrderView } from './plan-view.ts';
import { requireSales } from './sales.ts';
import * as subscriptions from './subscriptions.ts';
import { isRunning, type Subscription } from './subscriptions.ts';

export const refundPlanOrderSchema = orderIdSchema.extend({ reason: staffReasonSchema });

/** A refund that has begun. */
type RefundedPlan = {
  orderId: string;
  /** The subscription that ended with it; undefined where none did. */
  ended: Subscription | undefined;
};

/**
 * Asks for what was paid for a plan to go back, and ends the plan that was bought with it [SET-10:refund]. Nobody refunds
 * themselves. The provider is asked afterwards.
 *
 * @throws DomainError NOT_FOUND, ORDER_NOT_FOUND; FAILED_PRECONDITION, NOT_REFUNDABLE or REFUND_PENDING; FORBIDDEN
 */
export async function refundPlanOrder(
  write: IdentityWrite,
  viewer: AccountViewer,
  { orderId, reason }: z.output<typeof refundPlanOrderSchema>,
): Promise<RefundedPlan> {
  const { desk } = requireSales(write);
  const { tx } = write;
  const paid = isId(orderId) ? await orders.find(tx, orderId) : undefined;
  if (!paid) throw orderNotFound();
  const { accountId } = paid;
  const before = accountId === null ? undefined : await subscriptions.find(tx, accountId);
  // The order is locked first and the account then, as where an order is delivered.
  await desk.askRefund(write, orderId, { kind: 'STAFF', reason, askedBy: viewer.accountId });
  const account = accountId === null ? undefined : await accounts.lock(tx, accountId);
  if (account) requireManageable(viewer, account);
  const after = accountId !== null && isRunning(before) ? await subscriptions.find(tx, accountId) : undefined;
  return { orderId, ended: isRunning(after) ? undefined : after };
}

/** Has the provider make the refund at once; the sweeper does it if the provider does not answer. */
export async function sendPlanRefund(
  resources: IdentityResources,
  orderId: string,
  ended: Subscription | undefined,
): Promise<PlanOrderView | undefined> {
  const { sales, db, log } = resources;
  await endDeadRenewal(resources, { subscription: ended });
  const order = await sales?.desk.sendRefund(orderId).catch((err: unknown) => {
    log.warn({ err }, 'a refund waits for the payment provider');
    return undefined;
  });
  return order && (await orderView(db, order, undefined));
}
