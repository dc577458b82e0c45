import { CheckoutService, type Order } from '@marquee/contracts/film/v1/checkout_pb';
import { client } from '../../api/browser/client.ts';
import type { Sale } from './sale.ts';

export type FilmSale = Sale<Order> & {
  /** Of the order that was opened: how many hours the film can be watched. */
  unlockHours(): number;
};

/** The unlock of a film as something that is bought. */
export function filmSale({ id: filmId, usdCents }: { id: string; usdCents: number }): FilmSale {
  let unlockHours = 0;
  return {
    key: filmId,
    price: BigInt(usdCents),
    unlockHours: () => unlockHours,
    async open(orderId, price) {
      const opened = await client(CheckoutService).openOrder({ orderId, filmId, price });
      unlockHours = opened.unlockHours;
      return opened.order;
    },
    get: async (orderId) => (await client(CheckoutService).getOrder({ orderId })).order,
    confirm: async (orderId, card) => (await client(CheckoutService).confirmTestPayment({ orderId, ...card })).order,
    answer: async (orderId, approved) =>
      (await client(CheckoutService).answerTestChallenge({ orderId, approved })).order,
  };
}
