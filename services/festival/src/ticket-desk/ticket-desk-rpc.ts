import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type ReturnTicketOrderResponseSchema,
  type SoldOrderSchema,
  SoldOrderState,
  TicketDeskService,
} from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { SALES_CURRENCY } from '@marquee/rules/payments';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { sendRefund } from '../checkout/send-refund.ts';
import type { FestivalResources } from '../resources.ts';
import { listEventOrders, listEventOrdersSchema } from './list-event-orders.ts';
import { returnTicketOrder, returnTicketOrderSchema } from './return-ticket-order.ts';
import * as sold from './sold-orders.ts';

export const ticketDeskRpc = rpc<FestivalResources>()(TicketDeskService, {
  listEventOrders: read(listEventOrdersSchema, listEventOrders, ({ orders, ...page }) => ({
    ...page,
    orders: orders.map(soldOrderMessage),
  })),
  returnTicketOrder: write(returnTicketOrderSchema, returnTicketOrder, returnedMessage, {
    async after(resources, _result, _context, _before, answer) {
      const id = answer.order?.id ?? '';
      await sendRefund(resources, id);
      const order = await sold.find(resources.db, id);
      return order ? { order: soldOrderMessage(order) } : {};
    },
  }),
});

/** What is kept of a refund that was asked for; how the order stands is added afterwards. */
function returnedMessage({
  orderId: id,
}: {
  orderId: string;
}): MessageInitShape<typeof ReturnTicketOrderResponseSchema> {
  return { order: { id } };
}

const STATES = {
  DELIVERED: SoldOrderState.DELIVERED,
  RETURNING: SoldOrderState.RETURNING,
  RETURNED: SoldOrderState.RETURNED,
  // Nothing was delivered: such orders are not listed.
  HELD: SoldOrderState.UNSPECIFIED,
  RELEASED: SoldOrderState.UNSPECIFIED,
} as const satisfies Record<sold.SoldOrder['state'], SoldOrderState>;

function soldOrderMessage({ state, createdAt, ...order }: sold.SoldOrder): MessageInitShape<typeof SoldOrderSchema> {
  return { ...order, currency: SALES_CURRENCY, state: STATES[state], createdAt: timestampFromDate(createdAt) };
}
