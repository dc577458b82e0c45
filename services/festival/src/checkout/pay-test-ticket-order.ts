import { isId } from '@marquee/data/ids';
import * as orders from '@marquee/payments/orders';
import { testCardSchema } from '@marquee/rules/payments';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import { type ActAtTestProvider, actAtTestProvider } from './act-at-test-provider.ts';
import { type OwnTicketOrder, requireOwnOrder, requireSales, withAll } from './own-ticket-order.ts';
import { TICKETS } from './ticket-goods.ts';
import { findShown } from './ticket-orders.ts';

export const confirmTestTicketPaymentSchema = testCardSchema.extend({ orderId: z.string() });
export const answerTestTicketChallengeSchema = z.object({ orderId: z.string(), approved: z.boolean() });

/** Pays the viewer's order with a test card. @throws DomainError INVALID, UNKNOWN_TEST_CARD */
export function confirmTestTicketPayment(
  resources: FestivalResources,
  viewer: AccountViewer,
  { orderId, number, expiry }: z.output<typeof confirmTestTicketPaymentSchema>,
): Promise<OwnTicketOrder> {
  return atProvider(resources, viewer, orderId, (test, paymentId) => test.confirm(paymentId, { number, expiry }));
}

/** Answers the bank's question about the viewer's payment. */
export function answerTestTicketChallenge(
  resources: FestivalResources,
  viewer: AccountViewer,
  { orderId, approved }: z.output<typeof answerTestTicketChallengeSchema>,
): Promise<OwnTicketOrder> {
  return atProvider(resources, viewer, orderId, (test, paymentId) => test.answerChallenge(paymentId, approved));
}

async function atProvider(
  resources: FestivalResources,
  viewer: AccountViewer,
  orderId: string,
  act: ActAtTestProvider,
): Promise<OwnTicketOrder> {
  const found = isId(orderId) ? await orders.find(resources.db, orderId) : undefined;
  const isOwn = found?.kind === TICKETS && found.accountId === viewer.accountId;
  if (!isOwn) await requireOwnOrder(resources.db, viewer, orderId);
  const { order, payment } = await actAtTestProvider(resources, found, act);
  const known = await requireSales(resources).desk.followAndRead(order, payment, (db) => findShown(db, orderId));
  return withAll(resources.db, orderId, payment, known);
}
