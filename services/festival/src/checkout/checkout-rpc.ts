import { TicketCheckoutService } from '@marquee/contracts/festival/v1/tickets_pb';
import { rpc } from '@marquee/service/rpc';
import { write, writeWithoutTransaction } from '@marquee/service/use-case';
import type { FestivalResources } from '../resources.ts';
import { cancelTicketOrder } from './cancel-ticket-order.ts';
import { oneOrderMessage, refundedMessage } from './checkout-message.ts';
import { getTicketOrder, ticketOrderIdSchema } from './get-ticket-order.ts';
import { openTicketOrder, openTicketOrderSchema } from './open-ticket-order.ts';
import { withAll } from './own-ticket-order.ts';
import {
  answerTestTicketChallenge,
  answerTestTicketChallengeSchema,
  confirmTestTicketPayment,
  confirmTestTicketPaymentSchema,
} from './pay-test-ticket-order.ts';
import { receivePaymentEvent, receivePaymentEventSchema } from './receive-payment-event.ts';
import { refundTicketOrder } from './refund-ticket-order.ts';
import * as ticketOrders from './ticket-orders.ts';

/** Each of these calls the payment provider between its transactions, and is repeated by the order's id. */
export const checkoutRpc = rpc<FestivalResources>()(TicketCheckoutService, {
  openTicketOrder: writeWithoutTransaction(openTicketOrderSchema, openTicketOrder, oneOrderMessage),
  getTicketOrder: writeWithoutTransaction(ticketOrderIdSchema, getTicketOrder, oneOrderMessage),
  cancelTicketOrder: writeWithoutTransaction(ticketOrderIdSchema, cancelTicketOrder, oneOrderMessage),
  refundTicketOrder: write(ticketOrderIdSchema, refundTicketOrder, refundedMessage, {
    // The provider is asked at once; the sweeper does it if it does not answer.
    async after({ sales, db, log }, _result, _context, _before, answer) {
      const id = answer.order?.id ?? '';
      const isSold = ((await ticketOrders.find(db, id))?.amount ?? 0n) > 0n;
      if (isSold) {
        await sales?.desk
          .sendRefund(id)
          .catch((err: unknown) => log.warn({ err }, 'a refund waits for the payment provider'));
      }
      return oneOrderMessage(await withAll(db, id, undefined));
    },
  }),
  confirmTestTicketPayment: writeWithoutTransaction(
    confirmTestTicketPaymentSchema,
    confirmTestTicketPayment,
    oneOrderMessage,
  ),
  answerTestTicketChallenge: writeWithoutTransaction(
    answerTestTicketChallengeSchema,
    answerTestTicketChallenge,
    oneOrderMessage,
  ),
  receiveTicketPaymentEvent: writeWithoutTransaction(receivePaymentEventSchema, receivePaymentEvent),
});
