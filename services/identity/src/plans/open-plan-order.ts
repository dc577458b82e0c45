import { cannotCancel } from '@marquee/payments/order-errors';
import type { Order } from '@marquee/payments/orders';
import * as orders from '@marquee/payments/orders';
import { SALES_CURRENCY } from '@marquee/rules/payments';
import { v5 } from 'uuid';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { PLAN } from './plan-goods.ts';
import * as planOrders from './plan-orders.ts';
import type { Sales } from './sales.ts';
import * as subscriptions from './subscriptions.ts';
import { isRunning, type Running } from './subscriptions.ts';

/** Plans are the platform's own: no seller has a part of them. */
const PLATFORM = '00000000-0000-0000-0000-000000000000';
/** Of the ids that follow from a subscription and its period. */
export const NAMESPACE = '5d0c8f4e-0f3c-5a0a-8f0e-8f6f0b9d7c21';

/** The order of a renewal: one for each period. */
export const renewalIdOf = ({ id, periodEnd }: Running): string => v5(`${id} ${periodEnd.toISOString()}`, NAMESPACE);

type PlanSale = { id: string; accountId: string; itemId: string; amount: bigint; heldUntil: Date };
/** What an order is asked for. One that waits to be paid is given in its place only if it is the same. */
type Asked = Pick<planOrders.PlanOrder, 'purpose' | 'plan' | 'interval' | 'afterPeriod'> & {
  /** What the buyer agreed to pay: a change may cost less, all else exactly this. */
  amount: bigint;
};

/**
 * An order of a plan, all of which is the platform's.
 *
 * @throws DomainError FAILED_PRECONDITION, PAYMENT_UNDER_WAY where another order of the account waits for its payment
 */
export async function openPlanOrder(
  write: IdentityWrite,
  desk: Sales['desk'],
  sale: PlanSale,
  asked: Asked & Pick<planOrders.PlanOrder, 'price' | 'creditOrderId'>,
): Promise<Order> {
  const sold = { kind: PLAN, currency: SALES_CURRENCY, fee: sale.amount, payeeId: PLATFORM };
  const opened = { ...sale, ...sold, provider: desk.provider.name, createdAt: write.clock.now() };
  const order = await desk.open(write, opened);
  const { amount: _, ...kept } = asked;
  await planOrders.insert(write.tx, { orderId: order.id, ...kept });
  if (!isAsAsked(order, await planOrders.find(write.tx, order.id), asked)) throw cannotCancel();
  return order;
}

/**
 * Ends an order that waits to be paid, unless it is the one that is asked for or renews the plan that runs. One whose payment
 * is on its way stays.
 */
export async function endOtherOrder(
  { db }: IdentityResources,
  { desk }: Sales,
  accountId: string,
  asked?: Omit<Asked, 'afterPeriod'>,
): Promise<void> {
  const subscription = await subscriptions.find(db, accountId);
  const open = subscription && (await orders.findOpen(db, { accountId, kind: PLAN, itemId: subscription.id }));
  if (!open) return;
  const isRenewed = isRunning(subscription) && !subscription.isGranted;
  if (isRenewed && open.id === renewalIdOf(subscription)) return;
  if (asked && open.heldUntil > desk.now()) {
    const afterPeriod = asked.purpose === 'START' ? null : subscription.periodEnd;
    if (isAsAsked(open, await planOrders.find(db, open.id), { ...asked, afterPeriod })) return;
  }
  await desk.endUnlessUnderWay(open.id);
}

function isAsAsked(order: Order, sold: planOrders.PlanOrder | undefined, asked: Asked): boolean {
  if (!sold || sold.afterPeriod?.getTime() !== asked.afterPeriod?.getTime()) return false;
  const isSame = sold.purpose === asked.purpose && sold.plan === asked.plan && sold.interval === asked.interval;
  return isSame && (asked.purpose === 'UPGRADE' ? order.amount <= asked.amount : order.amount === asked.amount);
}
