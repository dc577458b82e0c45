import { orderEnded } from '@marquee/payments/order-errors';
import type { Payment } from '@marquee/payments/payment-provider';
import type { TestProvider } from '@marquee/payments/test-provider';
import { testCardSchema } from '@marquee/rules/payments';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { placedSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import type { Moment } from '../watch/film-access.ts';
import { paymentsUnavailable } from '../watch/watch-errors.ts';
import { type OwnOrder, requireOwnOrder, requireSales, withTitle } from './own-order.ts';
import { requirePayable } from './require-offered.ts';

export const confirmTestPaymentSchema = testCardSchema.extend({ ...placedSchema.shape, orderId: z.string() });
export const answerTestChallengeSchema = placedSchema.extend({ orderId: z.string(), approved: z.boolean() });

/** Pays the viewer's order with a test card. @throws DomainError INVALID, UNKNOWN_TEST_CARD */
export function confirmTestPayment(
  resources: FilmResources,
  viewer: AccountViewer,
  { number, expiry, ...of }: z.output<typeof confirmTestPaymentSchema>,
): Promise<OwnOrder> {
  return atProvider(resources, viewer, of, (test, paymentId) => test.confirm(paymentId, { number, expiry }));
}

/** Answers the bank's question about the viewer's payment. */
export function answerTestChallenge(
  resources: FilmResources,
  viewer: AccountViewer,
  { approved, ...of }: z.output<typeof answerTestChallengeSchema>,
): Promise<OwnOrder> {
  return atProvider(resources, viewer, of, (test, paymentId) => test.answerChallenge(paymentId, approved));
}

/** What the browser does at another provider by itself; then the order follows what the provider says. */
async function atProvider(
  resources: FilmResources,
  viewer: AccountViewer,
  { orderId, place }: { orderId: string } & Pick<Moment, 'place'>,
  act: (test: TestProvider, paymentId: string) => Promise<Payment>,
): Promise<OwnOrder> {
  const { test, desk } = requireSales(resources);
  if (!test) throw paymentsUnavailable();
  const found = await requireOwnOrder(resources.db, viewer, orderId);
  if (found.paymentId === null) throw orderEnded();
  await requirePayable(resources, viewer, found, place);
  const payment = await act(test, found.paymentId);
  const { order, shown } = await desk.followAndRead(found, payment, (db) => withTitle(db, found, payment));
  return { ...shown, order };
}
