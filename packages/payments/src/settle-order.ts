import { bookPaid, endRefund as bookRefundEnd, bookRefundFailed, feeOfPart, holdRefund } from './books.ts';
import type { Goods, OrderWrite } from './goods.ts';
import type { Order, Refund } from './orders.ts';
import * as orders from './orders.ts';
import type { FailedRefund, Payment } from './payment-provider.ts';

/** Where a payment is, and what the goods have prepared for it, if anything. */
type Settling = {
  payment: Payment;
  prepared: Promise<unknown> | undefined;
  /** The order has taken no step since the provider was asked. */
  isFresh: boolean;
};

/**
 * Brings a locked order to where its payment is. It looks at the state of both alone, so that it does not matter in which
 * order, how often or how late the provider's events arrive: a step that was taken is not taken again, and none goes back.
 */
export async function settleOrder<W extends OrderWrite>(
  write: W,
  goods: Goods<W>,
  found: Order,
  { payment, prepared, isFresh }: Settling,
): Promise<Order> {
  let order = found;
  const isUnpaid = order.paidAt === null;
  if (isUnpaid && payment.status === 'SUCCEEDED') order = await takeMoney(write, goods, order, payment, prepared);
  else if (isUnpaid && isOpen(order)) order = await followPayment(write, goods, order, payment);
  if (order.paidAt === null) return order;
  // Nothing goes back of what was bought just now.
  if (isUnpaid && order.state === 'FULFILLED' && isSettled(order, payment)) return order;
  order = await noteFailures(write, goods, order, payment);
  return followMoneyBack(write, goods, order, { payment, isFresh });
}

/** Whether an order, as it was read, is where its payment is, so that nothing has to be written. */
export function isSettled(order: Order, payment: Payment): boolean {
  if (order.paidAt !== null && (order.owed > 0n || payment.failedRefunds?.length)) return false;
  if (order.state === 'REFUNDED') return true;
  if (order.paidAt !== null) return payment.dispute === 'NONE' && payment.refunded === orders.backOf(order);
  if (payment.status === 'SUCCEEDED') return false;
  if (!isOpen(order)) return true;
  return payment.status !== 'CANCELLED' && order.state === 'PAYING' && order.decline === payment.decline;
}

/** Why a refund failed, where the provider does not say. */
const UNKNOWN_FAILURE = 'UNKNOWN';

/** Why money goes back, and for a part of an order, how much and of what. */
export type AskedRefund = Pick<Refund, 'kind' | 'reason' | 'askedBy'> & {
  part?: { amount: bigint; id: string | null };
  /** How much of what is owed, rather than of what was bought. */
  owed?: bigint;
};

/**
 * Asks for the money of a paid order to go back, and takes back what was delivered for it. A part that is all that is left is
 * the whole. Undefined where it does already.
 */
export async function askRefund<W extends OrderWrite>(
  write: W,
  goods: Goods<W>,
  order: Order,
  { part, owed, ...asked }: AskedRefund,
): Promise<{ order: Order; refund: Refund } | undefined> {
  const now = write.clock.now();
  const isOwed = owed !== undefined;
  const isPart = isOwed || (part !== undefined && part.amount < orders.leftOf(order));
  const ofPart = part && isPart && { amount: part.amount, fee: feeOfPart(order, part.amount), partId: part.id };
  const ofOwed = isOwed && { amount: owed, fee: 0n, partId: null };
  const of = { isPart, isOwed, ...(ofOwed || ofPart || { amount: null, fee: null, partId: null }) };
  const refund = await orders.insertRefund(write.tx, { ...asked, ...of, orderId: order.id }, now);
  if (!refund) return undefined;
  await holdRefund(write.tx, order, refund, now);
  if (order.state === 'FULFILLED' && !isOwed) await goods.takeBack(write, order, refund);
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
  if (state === 'FAILED' && order.state === 'FULFILLED' && !refund.isOwed) await goods.restore(write, order, refund);
  const changed = await orders.update(write.tx, order, state === 'SUCCEEDED' ? afterRefund(order, refund) : {});
  await goods.changed(write, changed, ended);
  return changed;
}

function afterRefund({ returned, returnedFee, owed, paidElsewhere }: Order, refund: Refund) {
  const { isPart, isOwed, kind, amount, fee } = refund;
  const [back, backFee] = [amount ?? 0n, fee ?? 0n];
  if (!isPart) return { state: 'REFUNDED' as const, isHeld: false };
  if (!isOwed) return { returned: returned + back, returnedFee: returnedFee + backFee };
  return { owed: owed - back, ...(kind === 'ELSEWHERE' && { paidElsewhere: paidElsewhere + back }) };
}

/**
 * Notes refunds that failed after they had succeeded, each once: what they gave back is owed to the buyer. What was taken back for
 * them stays taken back, because others may have it by now.
 */
async function noteFailures<W extends OrderWrite>(
  write: W,
  goods: Goods<W>,
  found: Order,
  payment: Payment,
): Promise<Order> {
  const { failedRefunds = [] } = payment;
  if (failedRefunds.length === 0) return found;
  const { tx, clock } = write;
  const now = clock.now();
  const refunds = await orders.listRefunds(tx, found.id);
  let order = found;
  for (const failed of failedRefunds) {
    const refund = failedOf(order, refunds, { failed, payment });
    if (!refund) continue;
    Object.assign(refund, { failedAt: now, failure: failed.failure || UNKNOWN_FAILURE });
    await orders.failRefund(tx, refund, now);
    await bookRefundFailed(tx, order, refund, now);
    order = await orders.update(tx, order, { owed: order.owed + orders.amountOf(order, refund) });
    await goods.changed(write, order, { ...refund, state: 'FAILED' });
  }
  return order;
}

/**
 * Which refund a failed one of the provider is, if it has succeeded here. One that was made at the provider has no id of ours: it is
 * one of the same amount, where less is back than we know of.
 */
function failedOf(
  order: Order,
  refunds: readonly Refund[],
  { failed, payment }: { failed: FailedRefund; payment: Payment },
): Refund | undefined {
  const stands = ({ state, failedAt }: Refund) => state === 'SUCCEEDED' && failedAt === null;
  const ours = refunds.find(({ id }) => id === failed.id);
  if (ours) return stands(ours) ? ours : undefined;
  const isTaken = payment.dispute === 'OPEN' || payment.dispute === 'LOST';
  if (isTaken || payment.refunded >= orders.backOf(order)) return undefined;
  const isIt = (refund: Refund) => refund.kind === 'PROVIDER' && orders.amountOf(order, refund) === failed.amount;
  return refunds.find((refund) => stands(refund) && isIt(refund));
}

/** Money has come: what was bought is delivered if it still can be, else the money goes back by itself. */
async function takeMoney<W extends OrderWrite>(
  write: W,
  goods: Goods<W>,
  found: Order,
  payment: Payment,
  prepared: Promise<unknown> | undefined,
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
  at: Pick<Settling, 'payment' | 'isFresh'>,
): Promise<Order> {
  if (found.state === 'REFUNDED' && found.owed === 0n) return found;
  const { dispute, refunded } = at.payment;
  const pending = await orders.findPendingRefund(write.tx, found.id);
  const next = (order: Order) => followMoneyBack(write, goods, order, at);
  if (pending?.kind === 'DISPUTE') {
    if (dispute === 'OPEN') return found;
    const ended = await endRefund(write, goods, found, { state: dispute === 'LOST' ? 'SUCCEEDED' : 'FAILED' });
    return ended.owed > 0n ? next(ended) : ended;
  }
  const amount = refunded - orders.backOf(found);
  if (pending) {
    const isBack = amount >= orders.amountOf(found, pending);
    // The bank gave the buyer what we were to give back.
    const isTaken = dispute === 'LOST' && (!pending.isPart || pending.isOwed);
    if (!isBack && !isTaken) return found;
    return next(await endRefund(write, goods, found, { state: 'SUCCEEDED' }));
  }
  if (found.owed > 0n) {
    const { owed } = found;
    if (dispute === 'LOST') return next(await bookBack(write, goods, found, { kind: 'DISPUTE', owed }));
    // An answer from before the refund failed says that it is back.
    const isBack = amount > 0n && at.isFresh;
    const isPart = amount < owed;
    if (isBack) return next(await bookBack(write, goods, found, { kind: 'PROVIDER', owed: isPart ? amount : owed }));
    if (found.state === 'REFUNDED' || amount > 0n) return found;
  }
  // What went back in parts is booked before the bank takes the rest.
  if (amount > 0n) {
    const order = await bookBack(write, goods, found, { kind: 'PROVIDER', part: { amount, id: null } });
    const isInDispute = dispute === 'OPEN' || dispute === 'LOST';
    return isInDispute ? next(order) : order;
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
  asked: Pick<AskedRefund, 'kind' | 'part' | 'owed'>,
): Promise<Order> {
  const begun = await askRefund(write, goods, found, { ...asked, reason: '', askedBy: null });
  return begun ? endRefund(write, goods, begun.order, { state: 'SUCCEEDED' }) : found;
}
