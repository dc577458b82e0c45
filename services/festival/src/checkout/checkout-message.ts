import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { RefundTicketOrderResponseSchema, TicketOrderSchema } from '@marquee/contracts/festival/v1/tickets_pb';
import { OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { SALES_CURRENCY } from '@marquee/rules/payments';
import type { OwnTicketOrder } from './own-ticket-order.ts';
import { paymentFields } from './payment-fields.ts';
import type { TicketOrderState } from './ticket-orders.ts';

/** Of what costs nothing. */
const FREE_STATES = {
  HELD: OrderState.CREATED,
  RELEASED: OrderState.EXPIRED,
  DELIVERED: OrderState.FULFILLED,
  RETURNING: OrderState.REFUNDED,
  RETURNED: OrderState.REFUNDED,
} as const satisfies Record<TicketOrderState, OrderState>;

export function ticketOrderMessage(own: OwnTicketOrder): MessageInitShape<typeof TicketOrderSchema> {
  const { ticketOrder, ticketTypeName, tickets } = own;
  const { id, typeId: ticketTypeId, quantity, unitPrice, amount, discount, createdAt, heldUntil, state } = ticketOrder;
  return {
    ...{ id, ticketTypeId, ticketTypeName, quantity, unitPrice, amount, discount, currency: SALES_CURRENCY },
    ...paymentFields(own, FREE_STATES[state]),
    savesCard: own.order?.paidAt === null && own.payment?.savesCard === true,
    createdAt: timestampFromDate(createdAt),
    heldUntil: timestampFromDate(heldUntil),
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
