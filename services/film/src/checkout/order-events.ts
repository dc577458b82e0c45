import { OrderChangedSchema } from '@marquee/contracts/events/v1/film_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { Order, Refund } from '@marquee/payments/orders';
import { refundFacts } from '@marquee/payments/refund-facts';

export const orderChanged = (order: Order, refund: Refund | undefined): DomainEvent =>
  domainEvent(
    OrderChangedSchema,
    {
      orderId: order.id,
      filmId: order.itemId,
      accountId: order.accountId ?? '',
      state: order.state,
      ...refundFacts(order, refund),
      currency: order.currency,
      delivered: order.fulfilledAt !== null,
    },
    { type: 'order', id: order.id, version: order.version },
  );
