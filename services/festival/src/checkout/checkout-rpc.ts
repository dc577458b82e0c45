import { TicketCheckoutService } from '@marquee/contracts/festival/v1/tickets_pb';
import { paymentEventSchema } from '@marquee/payments/payment-event-schema';
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
import {
  payTicketOrderWithCard,
  payTicketOrderWithCardSchema,
  saveCardOfTicketOrder,
  saveCardOfTicketOrderSchema,
} from './pay-with-card.ts';
import { receivePaymentEvent } from './receive-payment-event.ts';
import { refundTicketOrder, refundTicketOrderSchema } from './refund-ticket-order.ts';
import { sendRefund } from './send-refund.ts';

/** Each of these calls the payment provider between its transactions, and is repeated by the order's id. */
export const checkoutRpc = rpc<FestivalResources>()(TicketCheckoutService, {
  openTicketOrder: writeWithoutTransaction(openTicketOrderSchema, openTicketOrder, oneOrderMessage),
  getTicketOrder: writeWithoutTransaction(ticketOrderIdSchema, getTicketOrder, oneOrderMessage),
  payTicketOrderWithCard: writeWithoutTransaction(
    payTicketOrderWithCardSchema,
    payTicketOrderWithCard,
    oneOrderMessage,
  ),
  saveCardOfTicketOrder: writeWithoutTransaction(saveCardOfTicketOrderSchema, saveCardOfTicketOrder, oneOrderMessage),
  cancelTicketOrder: writeWithoutTransaction(ticketOrderIdSchema, cancelTicketOrder, oneOrderMessage),
  refundTicketOrder: write(refundTicketOrderSchema, refundTicketOrder, refundedMessage, {
    async after(resources, _result, _context, _before, answer) {
      const id = answer.order?.id ?? '';
      await sendRefund(resources, id);
      return oneOrderMessage(await withAll(resources.db, id, undefined));
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
  receiveTicketPaymentEvent: writeWithoutTransaction(paymentEventSchema, receivePaymentEvent),
});
