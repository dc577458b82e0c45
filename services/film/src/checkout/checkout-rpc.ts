import { CheckoutService, SalesService } from '@marquee/contracts/film/v1/checkout_pb';
import { PayoutAccountStatus } from '@marquee/contracts/film/v1/payouts_pb';
import { differencesMessage } from '@marquee/payments/difference-message';
import * as differences from '@marquee/payments/differences';
import { paymentEventSchema } from '@marquee/payments/payment-event-schema';
import { payoutMessage } from '@marquee/payments/payout-message';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write, writeWithoutTransaction } from '@marquee/service/use-case';
import { filmPageSchema, listSchema, placed } from '../films/request-schemas.ts';
import { listUserPayouts } from '../payouts/list-payouts.ts';
import type { FilmResources } from '../resources.ts';
import { listUserRecordsSchema } from '../user-records/user-unlocks.ts';
import { cancelOrder } from './cancel-order.ts';
import {
  filmSalesMessage,
  oneOrderMessage,
  openedOrderMessage,
  orderMessage,
  refundedMessage,
  refundedOwedMessage,
} from './checkout-message.ts';
import { getOrder, orderIdSchema } from './get-order.ts';
import { listFilmSales } from './list-film-sales.ts';
import { listOrders, listUserOrders } from './list-orders.ts';
import { openOrder, openOrderSchema } from './open-order.ts';
import { withTitle } from './own-order.ts';
import {
  answerTestChallenge,
  answerTestChallengeSchema,
  confirmTestPayment,
  confirmTestPaymentSchema,
} from './pay-test-order.ts';
import { payOrderWithCard, payOrderWithCardSchema, saveCardOfOrder, saveCardOfOrderSchema } from './pay-with-card.ts';
import { receivePaymentEvent } from './receive-payment-event.ts';
import { refundOrder, refundOrderSchema } from './refund-order.ts';
import { refundOwed, refundOwedSchema } from './refund-owed.ts';
import { unlockWithCoins, unlockWithCoinsSchema } from './unlock-with-coins.ts';

/** Each of these calls the payment provider between its transactions, and is repeated by the order's id. */
export const checkoutRpc = rpc<FilmResources>()(CheckoutService, {
  openOrder: writeWithoutTransaction(openOrderSchema, openOrder, openedOrderMessage, { from: placed }),
  unlockWithCoins: writeWithoutTransaction(unlockWithCoinsSchema, unlockWithCoins, openedOrderMessage, {
    from: placed,
  }),
  getOrder: writeWithoutTransaction(orderIdSchema, getOrder, oneOrderMessage),
  payOrderWithCard: writeWithoutTransaction(payOrderWithCardSchema, payOrderWithCard, oneOrderMessage, {
    from: placed,
  }),
  saveCardOfOrder: writeWithoutTransaction(saveCardOfOrderSchema, saveCardOfOrder, oneOrderMessage),
  cancelOrder: writeWithoutTransaction(orderIdSchema, cancelOrder, oneOrderMessage),
  listOrders: read(listSchema, listOrders, ({ rows, nextCursor }) => ({ orders: rows.map(orderMessage), nextCursor })),
  confirmTestPayment: writeWithoutTransaction(confirmTestPaymentSchema, confirmTestPayment, oneOrderMessage, {
    from: placed,
  }),
  answerTestChallenge: writeWithoutTransaction(answerTestChallengeSchema, answerTestChallenge, oneOrderMessage, {
    from: placed,
  }),
  receivePaymentEvent: writeWithoutTransaction(paymentEventSchema, receivePaymentEvent),
});

/** What staff do with what was sold. */
export const salesRpc = rpc<FilmResources>()(SalesService, {
  listUserOrders: read(listUserRecordsSchema, listUserOrders, ({ rows, nextCursor }) => ({
    orders: rows.map(orderMessage),
    lastKey: nextCursor,
  })),
  listUserPayouts: read(listUserRecordsSchema, listUserPayouts, ({ rows, status, ...rest }) => ({
    ...rest,
    payouts: rows.map(payoutMessage),
    status: PayoutAccountStatus[status ?? 'UNSPECIFIED'],
  })),
  listFilmSales: read(filmPageSchema, listFilmSales, filmSalesMessage),
  listPaymentDifferences: read(noInput, differences.list, differencesMessage),
  refundOrder: write(refundOrderSchema, refundOrder, refundedMessage, {
    after: (resources, _result, _context, _before, answer) => sent(resources, answer.order?.id),
  }),
  refundOwed: write(refundOwedSchema, refundOwed, refundedOwedMessage, {
    after: (resources, _result, _context, _before, answer) => sent(resources, answer.order?.id),
  }),
});

/** The provider is asked at once; the sweeper does it if it does not answer. */
async function sent({ desk, db, log }: FilmResources, orderId = '') {
  const order = await desk.sendRefund(orderId).catch((err: unknown) => {
    log.warn({ err }, 'a refund waits for the payment provider');
    return undefined;
  });
  return order ? oneOrderMessage(await withTitle(db, order, undefined)) : {};
}
