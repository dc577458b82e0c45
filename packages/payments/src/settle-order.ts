import { bookPaid, endRefund as bookRefundEnd, feeOfPart, holdRefund } from './books.ts';
import type { Goods, OrderWrite } from './goods.ts';
import type { Order, Refund } from './orders.ts';
import * as orders from './orders.ts';
import type { Payment } from './payment-provider.ts';

/** Where a payment is, and what the goods have prepared for it, if anything. */
type Settling = { payment: Payment; prepared: Promise<unknown> | undefined };

/**
 * Brings a locked order to where its payment is. It looks at the state of both alone, so that it does not matter in which
 * order, how often or how late the provider's events arrive: a step that was taken is not taken again, and none goes back.
 */
export async function settleOrder<W extends OrderWrite>(
  write: W,
  goods: Goods<W>,
  found: Order,
  { payment, prepared }: Settling,
): Promise<Order> {
  let order = found;
  const isUnpaid = order.paidAt === null;
  if (isUnpaid && payment.status === 'SUCCEEDED') order = await takeMoney(write, goods, order, { payment, prepared });
  else if (isUnpaid && isOpen(order)) order = await followPayment(write, goods, order, payment);
  if (order.paidAt === null || order.state === 'REFUNDED') return order;
  // Nothing goes back of what was bought just now.
  if (isUnpaid && order.state === 'FULFILLED' && isSettled(order, payment)) return order;
  return followMoneyBack(write, goods, order, payment);
}

/** Whether an order, as it was read, is where its payment is, so that nothing has to be written. */
export function isSettled(order: Order, payment: Payment): boolean {
  if (order.state === 'REFUNDED') return true;
  if (order.paidAt !== null) return payment.dispute === 'NONE' && payment.refunded === order.returned;
  if (payment.status === 'SUCCEEDED') return false;
  if (!isOpen(order)) return true;
  return payment.status !== 'CANCELLED' && order.state === 'PAYING' && order.decline === payment.decline;
}

/** Why a refund failed, where the provider does not say. */
const UNKNOWN_FAILURE = 'UNKNOWN';

/** Why money goes back, and for a part of an order, how much and of what. */
export type AskedRefund = Pick<Refund, 'kind' | 'reason' | 'askedBy'> & {
  part?: { amount: bigint; id: string | null };
};

/**
 * Asks for the money of a paid order to go back, and takes back what was delivered for it. A part that is all that is left is
 * the whole. Undefined where it does already.
 */
export async function askRefund<W extends OrderWrite>(
  write: W,
  goods: Goods<W>,
  order: Order,
  { part, ...asked }: AskedRefund,
): Promise<{ order: Order; refund: Refund } | undefined> {
  const now = write.clock.now();
  const isPart = part !== undefined && part.amount < orders.leftOf(order);
  const ofPart = isPart && { amount: part.amount, fee: feeOfPart(order, part.amount), partId: part.id };
  const of = { isPart, ...(ofPart || { amount: null, fee: null, partId: null }) };
  const refund = await orders.insertRefund(write.tx, { ...asked, ...of, orderId: order.id }, now);
  if (!refund) return undefined;
  await holdRefund(write.tx, order, refund, now);
  if (order.state === 'FULFILLED') await goods.takeBack(write, order, refund);
  const changed = await orders.update(write.tx, order, {});
  await goods.changed(write, changed, refund);
  return { order: changed, refund };
}

/** How a refund ended at the provider; `failure` is its code of why it failed, or ''. */
export type EndedRefund = { state: 'SUCCEEDED' | 'FAILED'; failure?: string };

/** Writes how the refund that is pending ended at the provider, once; `refundId` where it is only about that one. */
export async function endRefund<W extends OrderWrite>(
  write: W,
  goods: Goods<W>,
  order: Order,
  { state, failure = '' }: EndedRefund,
  refundId?: string,
): Promise<Order> {
  const refund = await orders.findPendingRefund(write.tx, order.id);
  if (!refund || (refundId !== undefined && refund.id !== refundId)) return order;
  const now = write.clock.now();
  const ended = { ...refund, state, failure: state === 'FAILED' ? failure || UNKNOWN_FAILURE : '' };
  await orders.endRefund(write.tx, ended, now);
  await bookRefundEnd(write.tx, refund, state, now);
  if (state === 'FAILED' && order.state === 'FULFILLED') await goods.restore(write, order, refund);
  const changed = await orders.update(write.tx, order, state === 'SUCCEEDED' ? afterRefund(order, refund) : {});
  await goods.changed(write, changed, ended);
  return changed;
}

const afterRefund = (order: Order, { isPart, amount, fee }: Refund) =>
  isPart
    ? { returned: order.returned + (amount ?? 0n), returnedFee: order.returnedFee + (fee ?? 0n) }
    : { state: 'REFUNDED' as const, isHeld: false };

/** Money has come: what was bought is delivered if it still can be, else the money goes back by itself. */
async function takeMoney<W extends OrderWrite>(
  write: W,
  goods: Goods<W>,
  found: Order,
  { payment, prepared }: Settling,
): Promise<Order> {
  const { tx, clock } = write;
  const now = clock.now();
  // What the provider took is what is booked: with another amount nothing is delivered.
  const isAsAgreed = payment.amount === found.amount && payment.currency === found.currency;
  const taken = { paymentId: payment.id, paidAt: now, paidAmount: payment.amount, decline: '', mustCancel: false };
  const paid: Order = { ...found, state: 'PAID', ...taken, version: found.version + 1n };
  const isWanted = isAsAgreed && found.state !== 'CANCELLED';
  const goodsUntil = isWanted ? await goods.deliver(write, paid, prepared) : undefined;
  await bookPaid(tx, paid, goodsUntil !== undefined, now);
  if (!goodsUntil) {
    await orders.update(tx, found, { state: 'PAID', ...taken });
    await goods.changed(write, paid, undefined);
    const reason = isAsAgreed ? '' : 'The provider took another amount.';
    return (await askRefund(write, goods, paid, { kind: 'LATE', reason, askedBy: null }))?.order ?? paid;
  }
  // Both steps are one change of the order.
  const isHeld = payment.isHeld === true;
  const order = await orders.update(tx, found, { state: 'FULFILLED', ...taken, fulfilledAt: now, goodsUntil, isHeld });
  await goods.changed(write, order, undefined);
  return order;
}

/** Whether an order waits to be paid. */
export const isOpen = ({ state }: Pick<Order, 'state'>): boolean => state === 'CREATED' || state === 'PAYING';

async function followPayment<W extends OrderWrite>(
  write: W,
  goods: Goods<W>,
  order: Order,
  payment: Payment,
): Promise<Order> {
  const { tx, clock } = write;
  if (payment.status === 'CANCELLED') {
    const state = order.heldUntil <= clock.now() ? 'EXPIRED' : 'CANCELLED';
    const ended = await orders.update(tx, order, { state });
    await goods.changed(write, ended, undefined);
    return ended;
  }
  const { decline } = payment;
  if (order.state === 'PAYING' && order.decline === decline) return order;
  return orders.update(tx, order, { state: 'PAYING', paymentId: payment.id, decline });
}

/** Follows what the provider says of the money of a paid order: how a dispute stands, and what went back to the buyer. */
async function followMoneyBack<W extends OrderWrite>(
  write: W,
  goods: Goods<W>,
  found: Order,
  payment: Payment,
): Promise<Order> {
  const { dispute, refunded } = payment;
  const pending = await orders.findPendingRefund(write.tx, found.id);
  const isInDispute = dispute === 'OPEN' || dispute === 'LOST';
  if (pending?.kind === 'DISPUTE') {
    if (dispute === 'OPEN') return found;
    return endRefund(write, goods, found, { state: dispute === 'LOST' ? 'SUCCEEDED' : 'FAILED' });
  }
  if (pending) {
    const isBack = refunded - found.returned >= (pending.amount ?? orders.leftOf(found));
    // The bank gave the buyer what we were to give back.
    const isTaken = dispute === 'LOST' && !pending.isPart;
    if (!isBack && !isTaken) return found;
    const ended = await endRefund(write, goods, found, { state: 'SUCCEEDED' });
    return ended.state === 'REFUNDED' ? ended : followMoneyBack(write, goods, ended, payment);
  }
  // What went back in parts is booked before the bank takes the rest.
  const amount = refunded - found.returned;
  if (amount > 0n) {
    const order = await bookBack(write, goods, found, { kind: 'PROVIDER', part: { amount, id: null } });
    return order.state === 'REFUNDED' || !isInDispute ? order : followMoneyBack(write, goods, order, payment);
  }
  if (dispute === 'LOST') return bookBack(write, goods, found, { kind: 'DISPUTE' });
  if (dispute !== 'OPEN') return found;
  return (await askRefund(write, goods, found, { kind: 'DISPUTE', reason: '', askedBy: null }))?.order ?? found;
}

/** Money went back without that we asked. */
async function bookBack<W extends OrderWrite>(
  write: W,
  goods: Goods<W>,
  found: Order,
  asked: Pick<AskedRefund, 'kind' | 'part'>,
): Promise<Order> {
  const begun = await askRefund(write, goods, found, { ...asked, reason: '', askedBy: null });
  return begun ? endRefund(write, goods, begun.order, { state: 'SUCCEEDED' }) : found;
}
