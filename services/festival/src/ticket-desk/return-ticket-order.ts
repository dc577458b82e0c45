import { orderNotFound } from '@marquee/payments/order-errors';
import { ticketReturnForm } from '@marquee/rules/tickets';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireOpenBooks } from '../books/require-open-books.ts';
import { ticketOrderIdSchema } from '../checkout/get-ticket-order.ts';
import { lockToReturn } from '../checkout/lock-to-return.ts';
import { returnTickets } from '../checkout/return-tickets.ts';
import * as ticketOrders from '../checkout/ticket-orders.ts';
import * as actions from '../organizations/organization-actions.ts';
import { requireStanding } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalWrite } from '../resources.ts';
import * as team from '../team/team.ts';
import * as types from '../tickets/ticket-types.ts';

export const returnTicketOrderSchema = ticketOrderIdSchema.extend(ticketReturnForm.shape);

/**
 * Takes the tickets of an order back, or one of them, and refunds its buyer, whatever the rule of the tickets says: for who sells
 * them, and for staff. The history of the organization says who, why and of which order [TIC-05]. The provider is asked afterwards.
 */
export async function returnTicketOrder(
  write: FestivalWrite,
  viewer: AccountViewer,
  { orderId, userTicketId, reason }: z.output<typeof returnTicketOrderSchema>,
): Promise<{ orderId: string }> {
  const { tx, clock } = write;
  const { accountId: actorId } = viewer;
  const found = await ticketOrders.find(tx, orderId);
  if (!found) throw orderNotFound();
  const { festivalId } = await types.get(tx, found.typeId);
  const organization = await organizations.get(tx, festivalId);
  await requireStanding(tx, viewer, organization, 'MANAGER');
  const { order, alone } = await lockToReturn(write, orderId, userTicketId);
  const sells = actorId === organization.directorId || (await team.roleOf(tx, festivalId, actorId)) === 'MANAGER';
  // Staff still refund.
  if (sells) await requireOpenBooks(tx, order.typeId);
  await returnTickets(write, order, { kind: sells ? 'SELLER' : 'STAFF', reason, askedBy: actorId }, alone);
  const changes = [{ field: 'order', before: orderId, after: '' }];
  if (alone) changes.push({ field: 'ticket', before: alone.id, after: '' });
  await actions.append(tx, { festivalId, kind: 'TICKETS_REFUNDED', actorId, changes, reason, now: clock.now() });
  return { orderId };
}
