import type { PaymentProvider } from '@marquee/payments/payment-provider';
import { paymentsUnavailable } from '../watch/watch-errors.ts';
import { COINS, type CoinPayments, coinPaymentId, isCoinPayment, isInCoins } from './coin-payments.ts';

/** One provider for all orders of films: those in coins are paid at rewards, the others at who takes money, if anybody does. */
export function routePayments(money: PaymentProvider | undefined, coins: CoinPayments): PaymentProvider {
  const others = money ?? nobody;
  const of = (paymentId: string) => (isCoinPayment(paymentId) ? coins : others);
  return {
    ...others,
    createPayment: (order) => (isInCoins(order) ? coins : others).createPayment(order),
    paymentIdOf: (order) => (isInCoins(order) ? coinPaymentId(order.id) : others.paymentIdOf?.(order)),
    getPayment: (id) => of(id).getPayment(id),
    cancelPayment: (id, order) => of(id).cancelPayment(id, order),
    refund: (asked) => of(asked.paymentId).refund(asked),
    async capture(id) {
      const provider: Pick<PaymentProvider, 'capture' | 'getPayment'> = of(id);
      return provider.capture?.(id) ?? provider.getPayment(id);
    },
  };
}

const refuse = async (): Promise<never> => {
  throw paymentsUnavailable();
};

/** Where no payment provider is set up, only coins pay. */
const nobody: PaymentProvider = {
  name: COINS,
  ...{ createPayment: refuse, getPayment: refuse, cancelPayment: refuse, refund: refuse, createCustomer: refuse },
  ...{ createSetup: refuse, getSetup: refuse, listMethods: refuse, removeMethod: refuse, removeCustomer: refuse },
  ...{ payWithMethod: refuse, saveCardOf: refuse },
  readEvent() {
    throw paymentsUnavailable();
  },
};
