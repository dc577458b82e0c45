import { TicketCheckoutService, type TicketOrder } from '@marquee/contracts/festival/v1/tickets_pb';
import { client } from '../../api/browser/client.ts';
import type { Sale } from '../checkout/sale.ts';

/** What a buyer has chosen: which tickets, how many, and the price of one in cents. */
export type TicketChoice = {
  ticketTypeId: string;
  quantity: number;
  price: bigint;
  /** Of the waiting room, where there is one. */
  admission?: string;
  /** A promo code, and what it takes off in cents. */
  code?: string;
  discount?: bigint;
};

/** Tickets as something that is bought. */
export function ticketSale({
  ticketTypeId,
  quantity,
  price,
  admission = '',
  code = '',
  discount = 0n,
}: TicketChoice): Sale<TicketOrder> {
  const checkout = () => client(TicketCheckoutService);
  return {
    key: ticketTypeId,
    price,
    open: async (orderId, asked) =>
      (
        await checkout().openTicketOrder({
          orderId,
          ticketTypeId,
          quantity,
          price: asked,
          admission,
          promoCode: code,
          discount,
        })
      ).order,
    get: async (orderId) => (await checkout().getTicketOrder({ orderId })).order,
    confirm: async (orderId, card) => (await checkout().confirmTestTicketPayment({ orderId, ...card })).order,
    answer: async (orderId, approved) => (await checkout().answerTestTicketChallenge({ orderId, approved })).order,
    cards: {
      pay: async (orderId, attempt) => (await checkout().payTicketOrderWithCard({ orderId, ...attempt })).order,
      save: async (orderId, save) => (await checkout().saveCardOfTicketOrder({ orderId, save })).order,
    },
  };
}
