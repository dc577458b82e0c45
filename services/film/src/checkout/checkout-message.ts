import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type ListFilmSalesResponseSchema,
  type OrderSchema,
  OrderState,
  PaymentStep,
  type RefundOrderResponseSchema,
  type RefundOwedResponseSchema,
} from '@marquee/contracts/film/v1/checkout_pb';
import { browserPayment } from '@marquee/payments/browser-payment';
import { failureOf, isGoing, type Order } from '@marquee/payments/orders';
import type { Payment } from '@marquee/payments/payment-provider';
import { declineMessage } from '@marquee/rules/payments';
import type { FilmSales } from './list-film-sales.ts';
import type { OpenedOrder } from './open-order.ts';
import type { OwnOrder } from './own-order.ts';

const STEPS = {
  NEEDS_CARD: PaymentStep.CARD,
  NEEDS_ACTION: PaymentStep.CHALLENGE,
  PROCESSING: PaymentStep.WAIT,
  SUCCEEDED: PaymentStep.WAIT,
  CANCELLED: PaymentStep.NONE,
} as const satisfies Record<Payment['status'], PaymentStep>;

export function orderMessage({
  order,
  payment,
  refund,
  owed,
  filmTitle,
}: OwnOrder): MessageInitShape<typeof OrderSchema> {
  const { id, itemId: filmId, amount, currency, decline, createdAt, fulfilledAt, goodsUntil, paidAt, state } = order;
  const isUnpaid = state === 'CREATED' || state === 'PAYING';
  return {
    ...{ id, filmId, filmTitle, amount, currency },
    state: OrderState[state],
    step: isUnpaid && paidAt === null && payment ? STEPS[payment.status] : PaymentStep.NONE,
    declineMessage: isUnpaid && decline !== '' ? declineMessage(decline) : '',
    createdAt: timestampFromDate(createdAt),
    ...(goodsUntil && { watchUntil: timestampFromDate(goodsUntil) }),
    refunding: isGoing(refund),
    fulfilled: fulfilledAt !== null,
    refundFailure: failureOf(refund, owed),
    ...{ owed: order.owed, owedRefunding: owed?.isGoing === true },
    savesCard: isUnpaid && payment?.savesCard === true,
    stripe: isUnpaid ? browserPayment(payment) : undefined,
  };
}

export const oneOrderMessage = (own: OwnOrder) => ({ order: orderMessage(own) });

export const openedOrderMessage = (opened: OpenedOrder) => ({
  order: orderMessage(opened),
  unlockHours: opened.unlockHours,
  watchHours: opened.watchHours,
});

/** What is kept of a refund of what is owed; how the order stands is added afterwards. */
export const refundedOwedMessage = ({ id, owed }: Order): MessageInitShape<typeof RefundOwedResponseSchema> => ({
  order: { id, owed },
});

/** What is kept of a refund that was asked for; how the order stands is added afterwards. */
export const refundedMessage = ({ id }: Order): MessageInitShape<typeof RefundOrderResponseSchema> => ({
  order: { id, refunding: true },
});

export const filmSalesMessage = ({
  rows,
  nextCursor,
  totals,
}: FilmSales): MessageInitShape<typeof ListFilmSalesResponseSchema> => ({
  sales: rows.map((sale) => ({
    order: orderMessage(sale),
    fee: sale.order.fee,
    accountId: sale.order.accountId ?? '',
    buyerName: sale.buyerName,
  })),
  ...{ nextCursor, ...totals },
});
