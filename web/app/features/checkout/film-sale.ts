import { CheckoutService, type Order } from '@marquee/contracts/film/v1/checkout_pb';
import { client } from '../../api/browser/client.ts';
import type { Sale } from './sale.ts';

export type FilmSale = Sale<Order> & {
  /** Of the order that was opened: how many hours the film can be watched, or may wait for its start. */
  unlockHours(): number;
  /** How many hours it can be watched from its start; 0 when the time begins with the payment. */
  watchHours(): number;
};

/** The unlock of a film as something that is bought. */
export function filmSale({ id: filmId, usdCents }: { id: string; usdCents: number }): FilmSale {
  let [unlockHours, watchHours] = [0, 0];
  return {
    key: filmId,
    price: BigInt(usdCents),
    unlockHours: () => unlockHours,
    watchHours: () => watchHours,
    async open(orderId, price) {
      const opened = await client(CheckoutService).openOrder({ orderId, filmId, price });
      ({ unlockHours, watchHours } = opened);
      return opened.order;
    },
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
