import { orderNotFound } from '@marquee/payments/order-errors';
import type { Order, Refund } from '@marquee/payments/orders';
import * as orders from '@marquee/payments/orders';
import type { Payment } from '@marquee/payments/payment-provider';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { Queryable } from '../organizations/organizations.ts';
import type { FestivalResources } from '../resources.ts';
import { paymentsUnavailable } from './checkout-errors.ts';
import type { Sales } from './sales.ts';
import * as ticketOrders from './ticket-orders.ts';

/** An order with its payment, if it costs something, and its tickets, once it is delivered. */
export type OwnTicketOrder = {
  ticketOrder: ticketOrders.TicketOrder;
  ticketTypeName: string;
  order: Order | undefined;
  /** As the provider has it; undefined where it was not asked. */
  payment: Payment | undefined;
  refund: Refund | undefined;
  tickets: ticketOrders.ShownTicketOrder['tickets'];
};

/** @throws DomainError NOT_FOUND, ORDER_NOT_FOUND for somebody else's as for one that does not exist */
export async function requireOwnOrder(
  db: Queryable,
  { accountId }: AccountViewer,
  orderId: string,
): Promise<ticketOrders.TicketOrder> {
  const order = await ticketOrders.find(db, orderId);
  if (order?.accountId !== accountId) throw orderNotFound();
  return order;
}

/** @throws DomainError FAILED_PRECONDITION, PAYMENTS_UNAVAILABLE where nobody can pay */
export function requireSales({ sales }: Pick<FestivalResources, 'sales'>): Sales {
  if (!sales) throw paymentsUnavailable();
  return sales;
}

/** The payment of an order whose hold is over is ended, unless it is on its way: then it may still buy what is left. */
export async function endIfReleased(
  resources: Pick<FestivalResources, 'sales'>,
  { id, state }: ticketOrders.TicketOrder,
): Promise<void> {
  if (state !== 'RELEASED') return;
  await requireSales(resources).desk.endUnlessUnderWay(id);
}

/** The order as it is now, with all that its message shows; `known` is what of it has just been read. */
export async function withAll(
  db: Queryable,
  orderId: string,
  payment: Payment | undefined,
  known: { order?: Order; shown?: ticketOrders.ShownTicketOrder | undefined } = {},
): Promise<OwnTicketOrder> {
  const ticketOrder = known.shown ?? (await ticketOrders.findShown(db, orderId));
  if (!ticketOrder) throw orderNotFound();
  const { typeName: ticketTypeName, tickets, isRefunded } = ticketOrder;
  const order = ticketOrder.amount > 0n ? (known.order ?? (await orders.find(db, orderId))) : undefined;
  // Nothing goes back of what nobody paid.
  const isPaid = order !== undefined && order.paidAt !== null;
  return {
    ...{ ticketOrder, ticketTypeName, payment, order, tickets },
    refund: isPaid && isRefunded ? await orders.findRefund(db, orderId) : undefined,
  };
}
