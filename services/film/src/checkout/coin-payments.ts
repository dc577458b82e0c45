import type { Client } from '@connectrpc/connect';
import { type CoinHoldService, type HeldCoins, HeldCoinsState as State } from '@marquee/contracts/rewards/v1/coins_pb';
import { orderNotFound } from '@marquee/payments/order-errors';
import type { PaidOrder, Payment, PaymentProvider } from '@marquee/payments/payment-provider';
import { COIN_UNIT } from '@marquee/rules/coins';
import { ifFound } from '@marquee/runtime/rpc/if-found';
import { notEnoughCoins } from './checkout-errors.ts';

/** The name of who takes coins, as orders keep it. */
export const COINS = 'coins';
const PREFIX = 'coins_';

/** What orders need of who takes their payment. */
type Taking = 'createPayment' | 'getPayment' | 'cancelPayment' | 'refund';
export type CoinPayments = Pick<PaymentProvider, Taking> & Required<Pick<PaymentProvider, 'capture'>>;

/**
 * Coins as what an order is paid with. Rewards holds them by the id of the order; the payment of the order is that hold. What is
 * held counts as paid: it cannot be spent on anything else, and is taken once the film is unlocked.
 */
export function coinPayments(rewards: Client<typeof CoinHoldService>): CoinPayments {
  return {
    async createPayment({ id: orderId, amount: coins, accountId, itemId, description: itemTitle }) {
      if (!accountId || !itemId) throw new Error('coins are paid by an account, for a thing');
      const { held } = await rewards.holdCoins({ orderId, accountId, itemId, itemTitle, coins });
      if (held?.state === State.NOT_ENOUGH) throw notEnoughCoins();
      return paymentOf(held, 'CANCELLED');
    },
    async getPayment(paymentId) {
      const found = await ifFound(rewards.getHeldCoins({ orderId: orderIdOf(paymentId) }));
      if (!found) throw orderNotFound();
      return paymentOf(found.held, 'SUCCEEDED');
    },
    async cancelPayment(paymentId, order) {
      const orderId = orderIdOf(paymentId);
      // With what it is for, a hold of it that arrives later holds nothing. A closed account has no such order.
      const asked = order?.accountId ? { accountId: order.accountId, itemId: order.itemId, coins: order.amount } : {};
      const found = await ifFound(rewards.voidHeldCoins({ orderId, ...asked }));
      return found ? paymentOf(found.held, 'CANCELLED') : neverMade(orderId);
    },
    async capture(paymentId) {
      const { held } = await rewards.postHeldCoins({ orderId: orderIdOf(paymentId) });
      return paymentOf(held, 'SUCCEEDED');
    },
    async refund({ paymentId }) {
      // What was given back already, because nobody took it in time, is back.
      await rewards.returnCoins({ orderId: orderIdOf(paymentId) });
      return 'SUCCEEDED';
    },
  };
}

/** The payment of an order that is paid with coins has an id that follows from it. */
export const coinPaymentId = (orderId: string): string => `${PREFIX}${orderId}`;
export const isCoinPayment = (paymentId: string): boolean => paymentId.startsWith(PREFIX);
export const isInCoins = ({ currency }: Pick<PaidOrder, 'currency'>): boolean => currency === COIN_UNIT;
const orderIdOf = (paymentId: string) => paymentId.slice(PREFIX.length);

/**
 * A hold as a payment. Coins that are back went back where the order was paid, whatever ended their hold; where it was not, they
 * were never paid. Coins that nobody took in time are either.
 */
function paymentOf(held: HeldCoins | undefined, whenExpired: 'CANCELLED' | 'SUCCEEDED'): Payment {
  if (!held) throw new Error('rewards gave no hold');
  const { orderId, coins: amount, state } = held;
  const isBack = state !== State.HELD && state !== State.POSTED;
  const isCancelled = state === State.VOIDED || (state === State.EXPIRED && whenExpired === 'CANCELLED');
  return {
    ...neverMade(orderId),
    amount,
    status: isCancelled ? 'CANCELLED' : 'SUCCEEDED',
    refunded: isBack ? amount : 0n,
    isHeld: state === State.HELD,
  };
}

/** Nothing was held for the order. */
function neverMade(orderId: string): Payment {
  return {
    ...{ id: coinPaymentId(orderId), orderId, amount: 0n, currency: COIN_UNIT, status: 'CANCELLED', clientSecret: '' },
    ...{ decline: '', refunded: 0n, dispute: 'NONE', savesCard: false, isHeld: false },
  };
}
