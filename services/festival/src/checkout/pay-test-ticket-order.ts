import { orderEnded } from '@marquee/payments/order-errors';
import * as orders from '@marquee/payments/orders';
import type { TestProvider } from '@marquee/payments/test-provider';
import { testCardSchema } from '@marquee/rules/payments';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import { paymentsUnavailable } from './checkout-errors.ts';
import { endIfReleased, type OwnTicketOrder, requireOwnOrder, requireSales, withAll } from './own-ticket-order.ts';

export const confirmTestTicketPaymentSchema = testCardSchema.extend({ orderId: z.string() });
export const answerTestTicketChallengeSchema = z.object({ orderId: z.string(), approved: z.boolean() });

/** Pays the viewer's order with a test card. @throws DomainError INVALID, UNKNOWN_TEST_CARD */
export function confirmTestTicketPayment(
  resources: FestivalResources,
  viewer: AccountViewer,
  { orderId, number }: z.output<typeof confirmTestTicketPaymentSchema>,
): Promise<OwnTicketOrder> {
  return atProvider(resources, viewer, orderId, (test, clientSecret) => test.confirm(clientSecret, { number }));
}

/** Answers the bank's question about the viewer's payment. */
export function answerTestTicketChallenge(
  resources: FestivalResources,
  viewer: AccountViewer,
  { orderId, approved }: z.output<typeof answerTestTicketChallengeSchema>,
): Promise<OwnTicketOrder> {
  return atProvider(resources, viewer, orderId, (test, clientSecret) => test.answerChallenge(clientSecret, approved));
}

/** What the browser does at another provider by itself; afterwards the order is asked for, as by `getTicketOrder`. */
async function atProvider(
  resources: FestivalResources,
  viewer: AccountViewer,
  orderId: string,
  act: (test: TestProvider, clientSecret: string) => Promise<unknown>,
): Promise<OwnTicketOrder> {
  const { test, desk } = requireSales(resources);
  if (!test) throw paymentsUnavailable();
  await endIfReleased(resources, await requireOwnOrder(resources.db, viewer, orderId));
  const order = await orders.find(resources.db, orderId);
  if (!order?.paymentId) throw orderEnded();
  const { clientSecret } = await test.getPayment(order.paymentId);
  await act(test, clientSecret);
  const { payment } = await desk.refresh(orderId);
  return withAll(resources.db, orderId, payment);
}
