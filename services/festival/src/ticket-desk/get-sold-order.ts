import { Permission, permits } from '@marquee/contracts/permissions';
import { orderNotFound } from '@marquee/payments/order-errors';
import type { Order } from '@marquee/payments/orders';
import * as orders from '@marquee/payments/orders';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { ticketOrderIdSchema } from '../checkout/get-ticket-order.ts';
import { organizationNotYours } from '../organizations/organization-errors.ts';
import type { FestivalResources } from '../resources.ts';
import { refunderOf } from './refunder.ts';
import * as sold from './sold-orders.ts';

export type WholeOrder = sold.SoldBy & {
  order: sold.SoldOrder;
  tickets: sold.SoldTicket[];
  refunds: sold.SoldRefund[];
  /** Undefined for what was free. */
  payment: Order | undefined;
  mayReturn: boolean;
  /** Staff, who see the buyer's account and the payment at the provider. */
  seesBuyer: boolean;
};

/** An order of tickets with all that became of it, for who sells it and for staff who see users [TIC-05]. */
export async function getSoldOrder(
  { db }: FestivalResources,
  viewer: AccountViewer,
  { orderId }: z.output<typeof ticketOrderIdSchema>,
): Promise<WholeOrder> {
  const by = await sold.findSeller(db, orderId);
  if (!by) throw orderNotFound();
  const mayReturn = (await refunderOf(db, viewer, { id: by.festivalId, directorId: by.directorId })) !== undefined;
  const seesBuyer = permits(viewer.roles, Permission.SEE_USERS);
  if (!mayReturn && !seesBuyer) throw organizationNotYours();
  const order = await sold.find(db, orderId);
  if (!order) throw orderNotFound();
  const [tickets, refunds] = [await sold.ticketsOf(db, orderId), await sold.refundsOf(db, orderId)];
  return { ...by, order, tickets, refunds, payment: await orders.find(db, orderId), mayReturn, seesBuyer };
}
