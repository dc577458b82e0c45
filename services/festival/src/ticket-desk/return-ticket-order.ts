import { orderNotFound } from '@marquee/payments/order-errors';
import { ticketReasonForm } from '@marquee/rules/tickets';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireOpenBooks } from '../books/require-open-books.ts';
import { cannotGiveBack } from '../checkout/checkout-errors.ts';
import { ticketOrderIdSchema } from '../checkout/get-ticket-order.ts';
import { returnTickets } from '../checkout/return-tickets.ts';
import * as ticketOrders from '../checkout/ticket-orders.ts';
import * as actions from '../organizations/organization-actions.ts';
import { requireStanding } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalWrite } from '../resources.ts';
import * as team from '../team/team.ts';
import * as types from '../tickets/ticket-types.ts';

export const returnTicketOrderSchema = ticketOrderIdSchema.extend(ticketReasonForm.shape);

/**
 * Takes the tickets of an order back and refunds its buyer, whatever the rule of the tickets says: for who sells them, and
 * for staff. The history of the organization says who, why and which order [TIC-05]. The provider is asked afterwards.
 */
export async function returnTicketOrder(
  write: FestivalWrite,
  viewer: AccountViewer,
  { orderId, reason }: z.output<typeof returnTicketOrderSchema>,
): Promise<{ orderId: string }> {
  const { tx, clock } = write;
  const { accountId: actorId } = viewer;
  const order = await ticketOrders.find(tx, orderId);
  if (!order) throw orderNotFound();
  const { festivalId } = await types.get(tx, order.typeId);
  const organization = await organizations.get(tx, festivalId);
  await requireStanding(tx, viewer, organization, 'MANAGER');
  if (order.state !== 'DELIVERED') throw cannotGiveBack();
  const sells = actorId === organization.directorId || (await team.roleOf(tx, festivalId, actorId)) === 'MANAGER';
  // Staff still refund.
  if (sells) await requireOpenBooks(tx, order.typeId);
  await returnTickets(write, order, { kind: sells ? 'SELLER' : 'STAFF', reason, askedBy: actorId });
  const changes = [{ field: 'order', before: orderId, after: '' }];
  await actions.append(tx, { festivalId, kind: 'TICKETS_REFUNDED', actorId, changes, reason, now: clock.now() });
  return { orderId };
}
