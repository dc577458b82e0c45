import type { Database, Query, Transact } from '@marquee/data/database';
import { sweep } from '@marquee/data/sweep';
import type { Clock } from '@marquee/runtime/clock';
import { DomainError, type ErrorKind } from '@marquee/runtime/errors';
import type { Logger } from '@marquee/runtime/log';
import type { Goods, OrderWrite } from './goods.ts';
import {
  cannotCancel,
  notRefundable,
  orderEnded,
  orderIdReused,
  orderNotFound,
  PAYMENT_UNDER_WAY,
  PROVIDER_UNAVAILABLE,
  providerUnavailable,
  refundTooLarge,
} from './order-errors.ts';
import type { NewOrder, Order } from './orders.ts';
import * as orders from './orders.ts';
import * as events from './payment-events.ts';
import type { Payment, PaymentProvider } from './payment-provider.ts';
import { type AskedRefund, askRefund, endRefund, isOpen, isSettled, settleOrder } from './settle-order.ts';

/** An unpaid order is asked about at the provider this often, in case that no event came. */
const ASK_AGAIN_MS = 60_000;
/** A dispute takes weeks: the provider is asked this often, in case that no event came. */
const DISPUTE_AGAIN_MS = 3_600_000;
/** A refund that the provider could not make is asked for again so much later, where nothing was delivered. */
const REFUND_AGAIN_MS = 86_400_000;
/** Refusals that may be another one in a moment. */
const PASSING: readonly ErrorKind[] = ['UNAVAILABLE', 'DEADLINE', 'EXHAUSTED'];
/** What a request has just begun is left to it for so long, before the sweeper repeats it. */
const LEFT_TO_REQUEST_MS = 30_000;
/** How long applied events are kept. */
const EVENTS_KEPT_MS = 90 * 86_400_000;

/** Why what is owed goes back, by whom, and whether it was paid already in another way. */
export type AskedOwed = Pick<AskedRefund, 'reason' | 'askedBy'> & { isPaidElsewhere: boolean };

export type Read<T> = (db: { query: Query }) => Promise<T>;

export type OrderDesk<W extends OrderWrite> = {
  provider: PaymentProvider;
  now(): Date;
  /**
   * The order as it is asked for, made once; an open order of the account for the same thing is given instead.
   *
   * @throws DomainError CONFLICT, ORDER_ID_REUSED; FAILED_PRECONDITION, ORDER_ENDED
   */
  open(write: W, order: NewOrder): Promise<Order>;
  /** The same without waiting for it, in a transaction that is not repeated yet: it is where the order is not new. */
  openNew(write: W, order: NewOrder): Promise<Order>;
  /**
   * The order's payment at the provider, made the first time. Outside of a transaction.
   *
   * @throws DomainError FAILED_PRECONDITION, ORDER_ENDED
   */
  startPayment(order: string | Order, description: string): Promise<{ order: Order; payment: Payment }>;
  /**
   * Before an order is paid: where its hold is over by the clock, or `requireOffered` refuses because it could not be opened so
   * now, it is ended and nothing is charged. Money that is on its way stays as it was agreed. Outside of a transaction.
   *
   * @throws DomainError FAILED_PRECONDITION, ORDER_ENDED; what `requireOffered` throws
   */
  requirePayable(order: Order, requireOffered?: () => Promise<void>): Promise<void>;
  /** Asks the provider and brings the order to where its payment is. Outside of a transaction. */
  refresh(orderId: string): Promise<{ order: Order; payment: Payment | undefined }>;
  /** Brings the order to where its payment is, as the provider has just said. Outside of a transaction. */
  follow(order: Order, payment: Payment): Promise<Order>;
  /**
   * The same, with what is shown of the order afterwards. `read` asks for all it needs at once: this goes together with
   * the order's step where that is the only one, and to the database by itself otherwise.
   */
  followAndRead<T>(order: Order, payment: Payment, read: Read<T>): Promise<{ order: Order; shown: T }>;
  /** Ends an order that is not paid. @throws DomainError FAILED_PRECONDITION, PAYMENT_UNDER_WAY */
  cancel(orderId: string): Promise<Order>;
  /** The same, but leaves an order whose payment is on its way or arrived; false for such a one. */
  endUnlessUnderWay(orderId: string): Promise<boolean>;
  /**
   * What arrived at the address for the provider's events: kept by its id, then applied. What cannot be applied now is by
   * the sweeper.
   *
   * @throws DomainError INVALID, WEBHOOK_REFUSED
   */
  receive(body: Uint8Array, signature: string): Promise<void>;
  /**
   * Begins a refund in the transaction of its cause: of all that is left, or of a part of what was delivered.
   *
   * @throws DomainError FAILED_PRECONDITION; INVALID, REFUND_TOO_LARGE
   */
  askRefund(write: W, orderId: string, asked: AskedRefund): Promise<Order>;
  /**
   * Begins to give back again what is owed, because a refund failed after it had succeeded; or notes that it was paid in another
   * way, of which the provider knows nothing.
   *
   * @throws DomainError FAILED_PRECONDITION, NOT_REFUNDABLE where nothing is owed; REFUND_PENDING
   */
  giveBackOwed(write: W, orderId: string, asked: AskedOwed): Promise<Order>;
  /** Has the provider make a refund that was begun. Outside of a transaction. */
  sendRefund(orderId: string): Promise<Order>;
  /** Continues what stopped halfway, and ends the orders whose time is over. */
  sweep(signal: AbortSignal): Promise<void>;
};

/** Orders of one service: what it sells, who takes the money, and where both are written. */
export function createOrderDesk<W extends OrderWrite>({
  db,
  transact,
  provider,
  goods,
  clock,
  log,
}: {
  db: Database;
  transact: Transact<W>;
  provider: PaymentProvider;
  goods: Goods<W>;
  clock: Clock;
  log: Logger;
}): OrderDesk<W> {
  const ask = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      throw error instanceof DomainError ? error : providerUnavailable(error);
    }
  };
  const settle = async (found: Order, payment: Payment): Promise<Order> => (await settleAndRead(found, payment)).order;

  /** `shown` is what `read` has read in the step that settled the order, if nothing followed it. */
  async function settleAndRead<T>(
    found: Order,
    payment: Payment,
    read?: Read<T>,
  ): Promise<{ order: Order; shown: Promise<T> | undefined }> {
    const { id: orderId } = found;
    const { order, shown } = await transact(async (write) => {
      const locking = orders.lock(write.tx, orderId);
      const isToDeliver = found.paidAt === null && payment.status === 'SUCCEEDED';
      const prepared = isToDeliver ? goods.prepare?.(write, found) : undefined;
      // Where it fails, so does the lock of the order or what is sent after it.
      prepared?.catch(() => {});
      const locked = await locking;
      if (!locked) throw orderNotFound();
      const isFresh = locked.version === found.version;
      const order = await settleOrder(write, goods, locked, { payment, prepared, isFresh });
      const shown = read?.(write.tx);
      // Where it fails, so does the transaction.
      shown?.catch(() => {});
      return { order, shown };
    });
    if (!order.isHeld) return { order, shown };
    const taken = await take(order).catch((err: unknown) => {
      log.warn({ err, orderId }, 'what is held for a delivered order waits to be taken');
      return order;
    });
    return { order: taken, shown: undefined };
  }

  /** Takes what the provider holds for a delivered order. Where it holds nothing any more, the order goes back. */
  async function take(order: Order): Promise<Order> {
    const { id, paymentId } = order;
    if (paymentId === null) return order;
    const payment = await ask(async () => provider.capture?.(paymentId));
    if (payment?.status === 'SUCCEEDED' && payment.isHeld === false && payment.refunded === 0n) {
      await orders.markTaken(db, id);
      return { ...order, isHeld: false };
    }
    return payment ? (await follow(order, payment)).order : order;
  }
  const keepEvent = events.createEventKeeper(db, { provider: provider.name, now: () => clock.now() });
  const find = async (orderId: string): Promise<Order> => {
    const order = await orders.find(db, orderId);
    if (!order) throw orderNotFound();
    return order;
  };

  async function refresh(order: Order): Promise<{ order: Order; payment: Payment | undefined }> {
    const { paymentId } = order;
    if (paymentId === null) return { order, payment: undefined };
    const payment = await ask(() => provider.getPayment(paymentId));
    await orders.markChecked(db, order, clock.now());
    const followed = await follow(order, payment);
    if (!followed.wasSent) return { order: followed.order, payment };
    // What the provider says besides could not be followed while that refund waited.
    const after = await ask(() => provider.getPayment(paymentId));
    return { order: (await follow(followed.order, after)).order, payment: after };
  }

  async function follow<T>(
    found: Order,
    payment: Payment,
    read?: Read<T>,
  ): Promise<{ order: Order; wasSent: boolean; shown: Promise<T> | undefined }> {
    const isThere = isSettled(found, payment);
    const { order, shown } = isThere ? { order: found, shown: undefined } : await settleAndRead(found, payment, read);
    const isOver = order.state === 'REFUNDED' && order.owed === 0n;
    if (order.paidAt === null || isOver) return { order, shown, wasSent: false };
    // Of what was delivered just now nothing goes back yet.
    if (found.paidAt === null && order.state === 'FULFILLED') return { order, shown, wasSent: false };
    // Money that has to go back goes at once; the sweeper does it if this process ends now.
    const sent = await sendRefund(order);
    return { order: sent, wasSent: sent.version !== order.version, shown: undefined };
  }

  async function sendRefund(order: Order): Promise<Order> {
    const { id: orderId, paymentId } = order;
    const refund = await orders.findPendingRefund(db, orderId);
    if (!refund || refund.kind === 'DISPUTE' || paymentId === null) return order;
    const amount = orders.amountOf(order, refund);
    const { id } = refund;
    const state = await ask(() => provider.refund({ id, paymentId, amount }));
    if (state === 'PENDING') return order;
    const failure = state === 'FAILED' ? await ask(async () => provider.refundFailure?.({ id, paymentId })) : undefined;
    return transact(async (write) => {
      const locked = await orders.lock(write.tx, orderId);
      return locked ? endRefund(write, goods, locked, { state, ...(failure && { failure }) }, id) : order;
    });
  }

  const paymentIdOf = (order: Order) => order.paymentId ?? provider.paymentIdOf?.(order) ?? null;

  /** Ends an order that nobody paid, at the provider first. */
  async function end(order: Order): Promise<Order> {
    const paymentId = paymentIdOf(order);
    if (paymentId === null) return endHere(order, false);
    let payment: Payment;
    try {
      payment = await ask(() => provider.cancelPayment(paymentId, order));
    } catch (error) {
      const isUnavailable = error instanceof DomainError && error.reason === PROVIDER_UNAVAILABLE;
      // No payment is known: the buyer need not wait for the provider, and pays in another way. One that was made is cancelled later.
      if (isUnavailable && order.paymentId === null) return endHere(order, true);
      throw error;
    }
    await orders.markChecked(db, order, clock.now());
    return settle(order, payment);
  }

  /** @param mustCancel whether the provider may have a payment of it, which the sweeper cancels */
  async function endHere(order: Order, mustCancel: boolean): Promise<Order> {
    return transact(async (write) => {
      const locked = await orders.lock(write.tx, order.id);
      // Its payment was begun meanwhile, so that the next round ends that.
      if (locked?.state !== 'CREATED' || locked.paymentId !== null) return locked ?? order;
      const state = locked.heldUntil <= clock.now() ? 'EXPIRED' : 'CANCELLED';
      const ended = await orders.update(write.tx, locked, { state, mustCancel });
      await goods.changed(write, ended, undefined);
      return ended;
    });
  }

  /** Cancels what the provider may have of an order that ended while the provider did not answer. */
  async function cancelLate(order: Order): Promise<void> {
    const paymentId = paymentIdOf(order);
    if (paymentId !== null) await settle(order, await ask(() => provider.cancelPayment(paymentId, order)));
    await orders.markCancelled(db, order.id);
  }

  /** The money of an order that was never delivered, which the provider could not give back before, as of one in dispute. */
  async function refundAgain(orderId: string): Promise<void> {
    await transact(async (write) => {
      const locked = await orders.lock(write.tx, orderId);
      if (locked?.state === 'PAID') await askRefund(write, goods, locked, { kind: 'LATE', reason: '', askedBy: null });
    });
    await sendRefund(await find(orderId));
  }

  async function cancel(order: Order): Promise<Order> {
    const ended = isOpen(order) ? await end(order) : order;
    if (ended.state === 'CANCELLED' || ended.state === 'EXPIRED') return ended;
    // It was paid meanwhile with what this gave back.
    if (ended.state === 'REFUNDED' && order.state !== 'REFUNDED') return ended;
    throw cannotCancel();
  }

  async function endUnlessUnderWay(orderId: string): Promise<boolean> {
    try {
      await cancel(await find(orderId));
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.reason === PAYMENT_UNDER_WAY) return false;
      throw error;
    }
  }

  async function apply({ eventId, paymentId }: events.KeptEvent): Promise<void> {
    const order = paymentId === '' ? undefined : await orders.ofPayment(db, paymentId);
    // About something that no order here is paid with, such as another site's payment in the same account.
    if (order === undefined) log.info({ eventId }, 'a payment event is about no order');
    else await refresh(order);
    await events.markApplied(db, provider.name, eventId, clock.now());
  }

  return {
    provider,
    now: () => clock.now(),
    async open({ tx, clock }, asked) {
      const now = clock.now();
      const made = await orders.insert(tx, asked);
      const order = made ?? (await orders.find(tx, asked.id)) ?? (await orders.findOpen(tx, asked));
      if (!order) throw orderIdReused();
      const isSame = order.accountId === asked.accountId && order.kind === asked.kind && order.itemId === asked.itemId;
      if (!made && !isSame) throw orderIdReused();
      const isOver = order.state === 'CANCELLED' || order.state === 'EXPIRED' || order.state === 'REFUNDED';
      if (isOver || (order.paidAt === null && order.heldUntil <= now)) throw orderEnded();
      return order;
    },
    openNew: ({ tx }, asked) => orders.insertNew(tx, asked),
    async startPayment(asked, description) {
      const found = typeof asked === 'string' ? await find(asked) : asked;
      const { id, paymentId, amount, currency, state, accountId, itemId } = found;
      if (paymentId !== null) {
        const { order, payment } = await refresh(found);
        return { order, payment: payment as Payment };
      }
      if (state !== 'CREATED') throw orderEnded();
      const payment = await ask(() => provider.createPayment({ id, amount, currency, description, accountId, itemId }));
      const isBegun = payment.status === 'NEEDS_CARD' && payment.decline === '';
      const begun = isBegun ? await orders.startPaying(db, id, payment.id) : undefined;
      const order = begun ?? (await settle(found, payment));
      if (order.paymentId === payment.id) return { order, payment };
      // It ended while its payment was being made: nobody is to pay that.
      await ask(() => provider.cancelPayment(payment.id, found));
      throw orderEnded();
    },
    async requirePayable(order, requireOffered) {
      // Late is late, also where the sweeper has been here.
      if (order.state === 'EXPIRED') throw orderEnded();
      if (!isOpen(order)) return;
      try {
        if (order.heldUntil <= clock.now()) throw orderEnded();
        await requireOffered?.();
      } catch (refusal) {
        // What cannot be asked now says nothing of the order.
        if (!(refusal instanceof DomainError) || PASSING.includes(refusal.kind)) throw refusal;
        if (await endUnlessUnderWay(order.id)) throw refusal;
      }
    },
    refresh: async (orderId) => refresh(await find(orderId)),
    follow: async (order, payment) => (await follow(order, payment)).order,
    async followAndRead(found, payment, read) {
      const { order, shown } = await follow(found, payment, read);
      return { order, shown: await (shown ?? read(db)) };
    },
    cancel: async (orderId) => cancel(await find(orderId)),
    endUnlessUnderWay,
    async receive(body, signature) {
      const event = provider.readEvent(body, signature);
      if (await keepEvent(event)) await apply({ eventId: event.id, paymentId: event.paymentId });
    },
    async askRefund(write, orderId, asked) {
      const order = await orders.lock(write.tx, orderId);
      if (!order) throw orderNotFound();
      if (order.state !== 'PAID' && order.state !== 'FULFILLED') throw notRefundable(false);
      const { part } = asked;
      if (part && order.state !== 'FULFILLED') throw notRefundable(false);
      if (part && (part.amount <= 0n || part.amount > orders.leftOf(order))) throw refundTooLarge(orders.leftOf(order));
      const begun = await askRefund(write, goods, order, asked);
      if (!begun) throw notRefundable(true);
      return begun.order;
    },
    async giveBackOwed(write, orderId, { isPaidElsewhere, ...asked }) {
      const order = await orders.lock(write.tx, orderId);
      if (!order) throw orderNotFound();
      if (order.owed === 0n) throw notRefundable(false);
      const kind = isPaidElsewhere ? 'ELSEWHERE' : 'STAFF';
      const begun = await askRefund(write, goods, order, { ...asked, kind, owed: order.owed });
      if (!begun) throw notRefundable(true);
      return isPaidElsewhere ? endRefund(write, goods, begun.order, { state: 'SUCCEEDED' }) : begun.order;
    },
    sendRefund: async (orderId) => sendRefund(await find(orderId)),
    async sweep(signal) {
      const now = clock.now();
      const before = (ms: number) => new Date(now.getTime() - ms);
      const each = <T>(rows: readonly T[], work: (row: T) => Promise<unknown>) =>
        sweep(rows, work, { signal, log, failed: 'an order could not be swept' });
      // The attempt is kept before it is made: orders whose provider does not answer leave the next round to the others.
      const eachOrder = <T extends orders.Checked>(rows: readonly T[], work: (row: T) => Promise<unknown>) =>
        each(rows, async (row) => {
          await orders.markChecked(db, row, now);
          await work({ ...row, checkedAt: now });
        });
      const isOver = (order: Order) => order.heldUntil <= now;
      const unpaid = await orders.listUnpaid(db, before(ASK_AGAIN_MS));
      await each(await events.listWaiting(db, provider.name, before(LEFT_TO_REQUEST_MS)), async (event) => {
        await events.markAttempted(db, provider.name, event.eventId, now);
        await apply(event);
      });
      await eachOrder(unpaid, (order) => (isOver(order) ? end(order) : refresh(order)));
      await eachOrder(await orders.listToCancel(db, before(LEFT_TO_REQUEST_MS)), cancelLate);
      await eachOrder(await orders.listDisputed(db, before(DISPUTE_AGAIN_MS)), async ({ id }) =>
        refresh(await find(id)),
      );
      await eachOrder(await orders.listHeld(db, before(LEFT_TO_REQUEST_MS)), take);
      await eachOrder(await orders.listRefunding(db, before(LEFT_TO_REQUEST_MS)), async ({ id }) =>
        sendRefund(await find(id)),
      );
      await eachOrder(await orders.listUndelivered(db, before(REFUND_AGAIN_MS)), ({ id }) => refundAgain(id));
      await events.prune(db, before(EVENTS_KEPT_MS));
    },
  };
}
