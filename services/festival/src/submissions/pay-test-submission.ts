import * as orders from '@marquee/payments/orders';
import { testCardSchema } from '@marquee/rules/payments';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { type ActAtTestProvider, actAtTestProvider } from '../checkout/act-at-test-provider.ts';
import { requireSales } from '../checkout/own-ticket-order.ts';
import type { FestivalResources } from '../resources.ts';
import { type OwnSubmission, requireOwn, withOrder } from './own-submission.ts';

export const confirmTestSubmissionPaymentSchema = testCardSchema.extend({ submissionId: z.string() });
export const answerTestSubmissionChallengeSchema = z.object({ submissionId: z.string(), approved: z.boolean() });

/** Pays the fee of the viewer's submission with a test card. @throws DomainError INVALID, UNKNOWN_TEST_CARD */
export function confirmTestSubmissionPayment(
  resources: FestivalResources,
  viewer: AccountViewer,
  { submissionId, number }: z.output<typeof confirmTestSubmissionPaymentSchema>,
): Promise<OwnSubmission> {
  return pay(resources, viewer, submissionId, (test, paymentId) => test.confirm(paymentId, { number }));
}

/** Answers the bank's question about the viewer's payment. */
export function answerTestSubmissionChallenge(
  resources: FestivalResources,
  viewer: AccountViewer,
  { submissionId, approved }: z.output<typeof answerTestSubmissionChallengeSchema>,
): Promise<OwnSubmission> {
  return pay(resources, viewer, submissionId, (test, paymentId) => test.answerChallenge(paymentId, approved));
}

async function pay(
  resources: FestivalResources,
  viewer: AccountViewer,
  submissionId: string,
  act: ActAtTestProvider,
): Promise<OwnSubmission> {
  const { id } = await requireOwn(resources.db, viewer, submissionId);
  const { order, payment } = await actAtTestProvider(resources, await orders.find(resources.db, id), act);
  await requireSales(resources).desk.follow(order, payment);
  return withOrder(resources.db, id, payment);
}
