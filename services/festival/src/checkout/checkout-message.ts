import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { RefundTicketOrderResponseSchema, TicketOrderSchema } from '@marquee/contracts/festival/v1/tickets_pb';
import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import type { Payment } from '@marquee/payments/payment-provider';
import { declineMessage, SALES_CURRENCY } from '@marquee/rules/payments';
import type { OwnTicketOrder } from './own-ticket-order.ts';
import type { TicketOrderState } from './ticket-orders.ts';

const STEPS = {
  NEEDS_CARD: PaymentStep.CARD,
  NEEDS_ACTION: PaymentStep.CHALLENGE,
  PROCESSING: PaymentStep.WAIT,
  SUCCEEDED: PaymentStep.WAIT,
  CANCELLED: PaymentStep.NONE,
} as const satisfies Record<Payment['status'], PaymentStep>;

/** Of what costs nothing. */
const FREE_STATES = {
  HELD: OrderState.CREATED,
  RELEASED: OrderState.EXPIRED,
  DELIVERED: OrderState.FULFILLED,
  RETURNING: OrderState.REFUNDED,
  RETURNED: OrderState.REFUNDED,
} as const satisfies Record<TicketOrderState, OrderState>;

export function ticketOrderMessage(own: OwnTicketOrder): MessageInitShape<typeof TicketOrderSchema> {
  const { ticketOrder, ticketTypeName, order, payment, refund, tickets } = own;
  const { id, typeId: ticketTypeId, quantity, unitPrice, amount, createdAt, heldUntil, state } = ticketOrder;
  const isUnpaid = order?.state === 'CREATED' || order?.state === 'PAYING';
  return {
    ...{ id, ticketTypeId, ticketTypeName, quantity, unitPrice, amount, currency: SALES_CURRENCY },
    state: order ? OrderState[order.state] : FREE_STATES[state],
    step: isUnpaid && order.paidAt === null && payment ? STEPS[payment.status] : PaymentStep.NONE,
    declineMessage: isUnpaid && order.decline !== '' ? declineMessage(order.decline) : '',
    createdAt: timestampFromDate(createdAt),
    heldUntil: timestampFromDate(heldUntil),
    refunding: refund !== undefined,
    tickets: tickets.map(({ id: userTicketId, eventId }) => ({ userTicketId, eventId })),
  };
}

export const oneOrderMessage = (own: OwnTicketOrder) => ({ order: ticketOrderMessage(own) });

/** What is kept of a refund that was asked for; how the order stands is added afterwards. */
export const refundedMessage = ({
  orderId: id,
}: {
  orderId: string;
}): MessageInitShape<typeof RefundTicketOrderResponseSchema> => ({ order: { id, refunding: true } });
