import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type GetSoldOrderResponseSchema,
  type SoldOrderSchema,
  SoldOrderState,
  type SoldPaymentSchema,
  type SoldRefundSchema,
  type SoldTicketSchema,
} from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { type Order, takenFor } from '@marquee/payments/orders';
import { SALES_CURRENCY } from '@marquee/rules/payments';
import { priceOfOne } from '../checkout/price-of-one.ts';
import type { WholeOrder } from './get-sold-order.ts';
import type { SoldOrder, SoldRefund, SoldTicket } from './sold-orders.ts';

const STATES = {
  DELIVERED: SoldOrderState.DELIVERED,
  RETURNING: SoldOrderState.RETURNING,
  RETURNED: SoldOrderState.RETURNED,
  // Nothing was delivered: such orders are not listed.
  HELD: SoldOrderState.UNSPECIFIED,
  RELEASED: SoldOrderState.UNSPECIFIED,
} as const satisfies Record<SoldOrder['state'], SoldOrderState>;

export function soldOrderMessage({ state, createdAt, ...order }: SoldOrder): MessageInitShape<typeof SoldOrderSchema> {
  const { quantity, returned: returnedQuantity, left } = order;
  const ticketAmount = state === 'DELIVERED' ? priceOfOne({ quantity, returnedQuantity }, left) : undefined;
  return {
    ...{ ...order, currency: SALES_CURRENCY, state: STATES[state], createdAt: timestampFromDate(createdAt) },
    ...(ticketAmount !== undefined && { ticketAmount }),
  };
}

function ticketMessage({ id, unitId, ...ticket }: SoldTicket): MessageInitShape<typeof SoldTicketSchema> {
  return { ...ticket, userTicketId: id, unitId: unitId ?? '' };
}

function refundMessage({
  createdAt,
  endedAt,
  unitId,
  ...refund
}: SoldRefund): MessageInitShape<typeof SoldRefundSchema> {
  return {
    ...refund,
    unitId: unitId ?? '',
    createdAt: timestampFromDate(createdAt),
    ...(endedAt && { endedAt: timestampFromDate(endedAt) }),
  };
}

function paymentMessage(order: Order, seesBuyer: boolean): MessageInitShape<typeof SoldPaymentSchema> {
  const { provider, fee, paidAt, paymentId } = order;
  return {
    ...{ provider, fee, amount: takenFor(order), paymentId: seesBuyer ? (paymentId ?? '') : '' },
    ...(paidAt && { paidAt: timestampFromDate(paidAt) }),
  };
}

export function wholeOrderMessage(whole: WholeOrder): MessageInitShape<typeof GetSoldOrderResponseSchema> {
  const { order, festivalId, festivalName, accountId, tickets, refunds, payment, mayReturn, seesBuyer } = whole;
  return {
    ...{ order: soldOrderMessage(order), festivalId, festivalName, mayReturn },
    accountId: seesBuyer ? (accountId ?? '') : '',
    tickets: tickets.map(ticketMessage),
    refunds: refunds.map(refundMessage),
    ...(payment && { payment: paymentMessage(payment, seesBuyer) }),
  };
}
