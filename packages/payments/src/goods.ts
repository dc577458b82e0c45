import type { Tx } from '@marquee/data/database';
import type { Clock } from '@marquee/runtime/clock';
import type { Order, Refund } from './orders.ts';

/** What the steps of an order need of a transaction. */
export type OrderWrite = { tx: Tx; clock: Clock };

/** What a service sells, by the steps of an order. Each runs in the transaction of its step, with the order locked. */
export type Goods<W extends OrderWrite, L = unknown> = {
  /**
   * Asks for what `deliver` begins with, such as a lock, together with the lock of the order, so that both are one wait. What
   * it asks for is locked after the order, and may turn out not to be needed.
   */
  prepare?(write: W, order: Order): Promise<L>;
  /** Delivers what was paid for. Gives when it ends, or undefined where it cannot be had any more: then money goes back. */
  deliver(write: W, order: Order, prepared: Promise<L> | undefined): Promise<Date | undefined>;
  /** Takes back what goes with a refund, because money goes back: all, the part that it names, or nothing. */
  takeBack(write: W, order: Order, refund: Refund): Promise<void>;
  /** Gives it again, because the refund failed or the dispute was won. */
  restore(write: W, order: Order, refund: Refund): Promise<void>;
  /** Publishes that the order is paid, delivered, ended or refunded; `refund` where money goes back or went. */
  changed(write: W, order: Order, refund: Refund | undefined): Promise<void>;
};
