import { bookPaid, endRefund as bookRefundEnd, bookSale, holdRefund } from './books.ts';
import type { Goods, OrderWrite } from './goods.ts';
import type { Order, Refund } from './orders.ts';
import * as orders from './orders.ts';
import type { Payment } from './payment-provider.ts';

/**
 * Brings a locked order to where its payment is. It looks at the state of both alone, so that it does not matter in which
 * order, how often or how late the provider's events arrive: a step that was taken is not taken again, and none goes back.
 */
export async function settleOrder<W extends OrderWrite>(
  write: W,
  goods: Goods<W>,
  found: Order,
  payment: Payment,
): Promise<Order> {
  let order = found;
  const isUnpaid = order.paidAt === null;
  if (isUnpaid && payment.status === 'SUCCEEDED') order = await takeMoney(write, goods, order, payment);
  else if (isUnpaid && isOpen(order)) order = await followPayment(write, goods, order, payment);
  if (order.paidAt === null || order.state === 'REFUNDED') return order;
  if (payment.isDisputed) return bookTakenBack(write, goods, order, 'DISPUTE');
  if (payment.refunded >= orders.takenFor(order)) return bookTakenBack(write, goods, order, 'PROVIDER');
  return order;
}

/** Whether an order, as it was read, is where its payment is, so that nothing has to be written. */
export function isSettled(order: Order, payment: Payment): boolean {
  if (order.state === 'REFUNDED') return true;
  if (order.paidAt !== null) return !payment.isDisputed && payment.refunded < orders.takenFor(order);
  if (payment.status === 'SUCCEEDED') return false;
  if (!isOpen(order)) return true;
  return payment.status !== 'CANCELLED' && order.state === 'PAYING' && order.decline === payment.decline;
}

/** Asks for the money of a paid order to go back, and takes back what was delivered. Undefined where it does already. */
export async function askRefund<W extends OrderWrite>(
  write: W,
  goods: Goods<W>,
  order: Order,
  asked: Pick<Refund, 'kind' | 'reason' | 'askedBy'>,
): Promise<{ order: Order; refund: Refund } | undefined> {
  const now = write.clock.now();
  const refund = await orders.insertRefund(write.tx, { ...asked, orderId: order.id }, now);
  if (!refund) return undefined;
  await holdRefund(write.tx, order, refund, now);
  if (order.state === 'FULFILLED') await goods.takeBack(write, order);
  const changed = await orders.update(write.tx, order, {});
  await goods.changed(write, changed, refund);
  return { order: changed, refund };
}

/** Writes how a refund ended at the provider, once. */
export async function endRefund<W extends OrderWrite>(
  write: W,
  goods: Goods<W>,
  order: Order,
  state: 'SUCCEEDED' | 'FAILED',
): Promise<Order> {
  const refund = await orders.findRefund(write.tx, order.id);
  if (refund?.state !== 'PENDING') return order;
  const now = write.clock.now();
  await orders.endRefund(write.tx, refund.id, state, now);
  await bookRefundEnd(write.tx, refund, state, now);
  if (state === 'FAILED' && order.state === 'FULFILLED') await goods.restore(write, order);
  const changed = await orders.update(write.tx, order, state === 'SUCCEEDED' ? { state: 'REFUNDED' } : {});
  await goods.changed(write, changed, { ...refund, state });
  return changed;
}

/** Money has come: what was bought is delivered if it still can be, else the money goes back by itself. */
async function takeMoney<W extends OrderWrite>(
  write: W,
  goods: Goods<W>,
  found: Order,
  payment: Payment,
): Promise<Order> {
  const { tx, clock } = write;
  const now = clock.now();
  // What the provider took is what is booked: with another amount nothing is delivered.
  const isAsAgreed = payment.amount === found.amount && payment.currency === found.currency;
  const taken = { paymentId: payment.id, paidAt: now, paidAmount: payment.amount, decline: '' };
  const paid: Order = { ...found, state: 'PAID', ...taken, version: found.version + 1n };
  await bookPaid(tx, paid, now);
  const isWanted = isAsAgreed && found.state !== 'CANCELLED';
  const goodsUntil = isWanted ? await goods.deliver(write, paid) : undefined;
  if (!goodsUntil) {
    await orders.update(tx, found, { state: 'PAID', ...taken });
    await goods.changed(write, paid, undefined);
    const reason = isAsAgreed ? '' : 'The provider took another amount.';
    return (await askRefund(write, goods, paid, { kind: 'LATE', reason, askedBy: null }))?.order ?? paid;
  }
  await bookSale(tx, paid, now);
  // Both steps are one change of the order.
  const order = await orders.update(tx, found, { state: 'FULFILLED', ...taken, fulfilledAt: now, goodsUntil });
  await goods.changed(write, order, undefined);
  return order;
}

const isOpen = ({ state }: Order) => state === 'CREATED' || state === 'PAYING';

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
  const paying = await orders.update(tx, order, { state: 'PAYING', paymentId: payment.id, decline });
  if (order.state === 'CREATED') await goods.changed(write, paying, undefined);
  return paying;
}

/** The provider says that the money went back: because we asked, or by itself. */
async function bookTakenBack<W extends OrderWrite>(
  write: W,
  goods: Goods<W>,
  found: Order,
  kind: 'PROVIDER' | 'DISPUTE',
): Promise<Order> {
  const known = await orders.findRefund(write.tx, found.id);
  if (known) return endRefund(write, goods, found, 'SUCCEEDED');
  const asked = await askRefund(write, goods, found, { kind, reason: '', askedBy: null });
  return asked ? endRefund(write, goods, asked.order, 'SUCCEEDED') : found;
}
