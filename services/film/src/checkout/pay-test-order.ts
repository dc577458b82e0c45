import { orderEnded } from '@marquee/payments/order-errors';
import type { TestProvider } from '@marquee/payments/test-provider';
import { testCardSchema } from '@marquee/rules/payments';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import { paymentsUnavailable } from '../watch/watch-errors.ts';
import { type OwnOrder, requireOwnOrder, requireSales, withTitle } from './own-order.ts';

export const confirmTestPaymentSchema = testCardSchema.extend({ orderId: z.string() });
export const answerTestChallengeSchema = z.object({ orderId: z.string(), approved: z.boolean() });

/** Pays the viewer's order with a test card. @throws DomainError INVALID, UNKNOWN_TEST_CARD */
export function confirmTestPayment(
  resources: FilmResources,
  viewer: AccountViewer,
  { orderId, number, expiry }: z.output<typeof confirmTestPaymentSchema>,
): Promise<OwnOrder> {
  return atProvider(resources, viewer, orderId, (test, paymentId) => test.confirm(paymentId, { number, expiry }));
}

/** Answers the bank's question about the viewer's payment. */
export function answerTestChallenge(
  resources: FilmResources,
  viewer: AccountViewer,
  { orderId, approved }: z.output<typeof answerTestChallengeSchema>,
): Promise<OwnOrder> {
  return atProvider(resources, viewer, orderId, (test, paymentId) => test.answerChallenge(paymentId, approved));
}

/** What the browser does at another provider by itself; afterwards the order is asked for, as by `getOrder`. */
async function atProvider(
  resources: FilmResources,
  viewer: AccountViewer,
  orderId: string,
  act: (test: TestProvider, paymentId: string) => Promise<unknown>,
): Promise<OwnOrder> {
  const { test, desk } = requireSales(resources);
  if (!test) throw paymentsUnavailable();
  const { paymentId } = await requireOwnOrder(resources.db, viewer, orderId);
  if (paymentId === null) throw orderEnded();
  await act(test, paymentId);
  const { order, payment } = await desk.refresh(orderId);
  return withTitle(resources.db, order, payment);
}
