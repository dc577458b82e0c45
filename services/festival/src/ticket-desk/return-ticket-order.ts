import { orderNotFound } from '@marquee/payments/order-errors';
import { ticketReturnForm } from '@marquee/rules/tickets';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireOpenBooks } from '../books/require-open-books.ts';
import { ticketOrderIdSchema } from '../checkout/get-ticket-order.ts';
import { lockToReturn } from '../checkout/lock-to-return.ts';
import { returnTickets } from '../checkout/return-tickets.ts';
import * as ticketOrders from '../checkout/ticket-orders.ts';
import { requireFreshProof } from '../money/require-fresh-proof.ts';
import * as actions from '../organizations/organization-actions.ts';
import { organizationNotYours } from '../organizations/organization-errors.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import * as types from '../tickets/ticket-types.ts';
import { refunderOf } from './refunder.ts';
import * as sold from './sold-orders.ts';

export const returnTicketOrderSchema = ticketOrderIdSchema.extend(ticketReturnForm.shape);

/**
 * Staff prove that it is them, as for every other refund. Identity is asked before the transaction.
 *
 * @throws DomainError FORBIDDEN, STEP_UP_NEEDED or SIGN_IN_AGAIN
 */
export async function proveStaff(
  resources: FestivalResources,
  viewer: AccountViewer,
  { orderId }: z.output<typeof returnTicketOrderSchema>,
): Promise<void> {
  const by = await sold.findSeller(resources.db, orderId);
  if (!by) return;
  const refunder = await refunderOf(resources.db, viewer, { id: by.festivalId, directorId: by.directorId });
  if (refunder === 'STAFF') await requireFreshProof(resources);
}

/**
 * Takes the tickets of an order back, or one of them, and refunds its buyer, whatever the rule of the tickets says: for who sells
 * them, and for staff who refund. The history of the organization says who, why and of which order [TIC-05]. The provider is asked afterwards.
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
  const refunder = await refunderOf(tx, viewer, organization);
  if (!refunder) throw organizationNotYours();
  const { order, alone } = await lockToReturn(write, orderId, userTicketId);
  // Staff still refund.
  if (refunder === 'SELLER') await requireOpenBooks(tx, order.typeId);
  await returnTickets(write, order, { kind: refunder, reason, askedBy: actorId }, alone);
  const changes = [{ field: 'order', before: orderId, after: '' }];
  if (alone) changes.push({ field: 'ticket', before: alone.id, after: '' });
  await actions.append(tx, { festivalId, kind: 'TICKETS_REFUNDED', actorId, changes, reason, now: clock.now() });
  return { orderId };
}
