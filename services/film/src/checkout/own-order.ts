import { isId } from '@marquee/data/ids';
import { orderNotFound } from '@marquee/payments/order-errors';
import type { Order, Owed, Refund } from '@marquee/payments/orders';
import * as orders from '@marquee/payments/orders';
import type { Payment } from '@marquee/payments/payment-provider';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { Queryable } from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import { paymentsUnavailable } from '../watch/watch-errors.ts';
import type { Sales } from './sales.ts';
import * as titles from './sold-titles.ts';

/** An order with the title of its film and how its money goes back. */
export type OwnOrder = {
  order: Order;
  /** As the provider has it; undefined where it was not asked. */
  payment: Payment | undefined;
  /** The last of all that was left; it may have failed. */
  refund: Refund | undefined;
  /** Why something is owed of it, where it is. */
  owed?: Owed | undefined;
  filmTitle: string;
};

/** @throws DomainError NOT_FOUND, ORDER_NOT_FOUND for somebody else's as for one that does not exist */
export async function requireOwnOrder(db: Queryable, { accountId }: AccountViewer, orderId: string): Promise<Order> {
  const order = isId(orderId) ? await orders.find(db, orderId) : undefined;
  if (order?.accountId !== accountId) throw orderNotFound();
  return order;
}

/** @throws DomainError FAILED_PRECONDITION, PAYMENTS_UNAVAILABLE where nobody can pay */
export function requireSales({ sales }: Pick<FilmResources, 'sales'>): Sales {
  if (!sales) throw paymentsUnavailable();
  return sales;
}

/** What a message of orders is made of. */
export async function withTitles(db: Queryable, found: readonly Order[]): Promise<OwnOrder[]> {
  const [names, refunds, owed] = await Promise.all([
    titles.byFilm(db, found),
    orders.lastRefunds(db, found),
    orders.owedOf(db, found),
  ]);
  return found.map((order) => {
    const filmTitle = names.get(order.itemId) ?? '';
    return { order, payment: undefined, refund: refunds.get(order.id), owed: owed.get(order.id), filmTitle };
  });
}

export async function withTitle(db: Queryable, order: Order, payment: Payment | undefined): Promise<OwnOrder> {
  const [whole] = await withTitles(db, [order]);
  return { ...(whole as OwnOrder), payment };
}
