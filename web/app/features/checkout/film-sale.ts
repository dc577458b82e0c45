import { CheckoutService, type Order } from '@marquee/contracts/film/v1/checkout_pb';
import { client } from '../../api/browser/client.ts';
import type { Sale } from './sale.ts';
import type { UnlockHours } from './unlock-terms.ts';

export type FilmSale = Sale<Order> & {
  /** What the order gives that was opened last; undefined before one was. */
  hours(): UnlockHours | undefined;
};

/** The unlock of a film as something that is bought. */
export function filmSale({ id: filmId, usdCents }: { id: string; usdCents: number }): FilmSale {
  let hours: UnlockHours | undefined;
  return {
    key: filmId,
    price: BigInt(usdCents),
    hours: () => hours,
    async open(orderId, price) {
      const opened = await client(CheckoutService).openOrder({ orderId, filmId, price });
      hours = opened;
      return opened.order;
    },
    check: ({ id: orderId, amount: price }) => client(CheckoutService).openOrder({ orderId, filmId, price }),
    get: async (orderId) => (await client(CheckoutService).getOrder({ orderId })).order,
    confirm: async (orderId, card) => (await client(CheckoutService).confirmTestPayment({ orderId, ...card })).order,
    answer: async (orderId, approved) =>
      (await client(CheckoutService).answerTestChallenge({ orderId, approved })).order,
    cards: {
      pay: async (orderId, attempt) => (await client(CheckoutService).payOrderWithCard({ orderId, ...attempt })).order,
      save: async (orderId, save) => (await client(CheckoutService).saveCardOfOrder({ orderId, save })).order,
    },
  };
}
