import type { MessageInitShape } from '@bufbuild/protobuf';
import { type SoldOrderSchema, TicketDeskService } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { differencesMessage } from '@marquee/payments/difference-message';
import * as differences from '@marquee/payments/differences';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write } from '@marquee/service/use-case';
import { ticketOrderIdSchema } from '../checkout/get-ticket-order.ts';
import { sendRefund } from '../checkout/send-refund.ts';
import type { FestivalResources } from '../resources.ts';
import { getSoldOrder } from './get-sold-order.ts';
import { listEventOrders, listEventOrdersSchema } from './list-event-orders.ts';
import { listUserTicketOrders, listUserTicketOrdersSchema } from './list-user-ticket-orders.ts';
import { refundOwedTickets, refundOwedTicketsSchema } from './refund-owed-tickets.ts';
import { proveStaff, returnTicketOrder, returnTicketOrderSchema } from './return-ticket-order.ts';
import { soldOrderMessage, wholeOrderMessage } from './sold-order-message.ts';
import * as sold from './sold-orders.ts';

/** What is kept of a refund that was asked for; how the order stands is added afterwards. */
const returnedMessage = ({
  orderId: id,
}: {
  orderId: string;
}): { order?: MessageInitShape<typeof SoldOrderSchema> } => ({
  order: { id },
});

export const ticketDeskRpc = rpc<FestivalResources>()(TicketDeskService, {
  getSoldOrder: read(ticketOrderIdSchema, getSoldOrder, wholeOrderMessage),
  listEventOrders: read(listEventOrdersSchema, listEventOrders, ({ orders, ...page }) => ({
    ...page,
    orders: orders.map(soldOrderMessage),
  })),
  listUserTicketOrders: read(listUserTicketOrdersSchema, listUserTicketOrders, ({ orders, nextCursor }) => ({
    nextCursor,
    orders: orders.map(soldOrderMessage),
  })),
  listTicketPaymentDifferences: read(noInput, differences.list, differencesMessage),
  returnTicketOrder: write(returnTicketOrderSchema, returnTicketOrder, returnedMessage, {
    before: proveStaff,
    after: (resources, _result, _context, _before, answer) => sent(resources, answer.order?.id),
  }),
  refundOwedTickets: write(refundOwedTicketsSchema, refundOwedTickets, returnedMessage, {
    after: (resources, _result, _context, _before, answer) => sent(resources, answer.order?.id),
  }),
});

/** The provider is asked at once. */
async function sent(resources: FestivalResources, orderId = '') {
  await sendRefund(resources, orderId);
  const order = await sold.find(resources.db, orderId);
  return order ? { order: soldOrderMessage(order) } : {};
}
