import { isId } from '@marquee/data/ids';
import { orderNotFound } from '@marquee/payments/order-errors';
import { ticketReturnForm } from '@marquee/rules/tickets';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireSales } from '../checkout/own-ticket-order.ts';
import * as actions from '../organizations/organization-actions.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import { SUBMISSION } from '../submissions/open-submission.ts';
import { submissionNotFound } from '../submissions/submission-errors.ts';
import * as submissions from '../submissions/submissions.ts';
import * as fees from './paid-fees.ts';

export const refundOwedFeeSchema = ticketReturnForm
  .pick({ reason: true })
  .extend({ submissionId: z.string(), paidElsewhere: z.boolean() });

/**
 * Gives back again what a refund of a fee left owed that failed after it had succeeded, or notes that it was paid in another way.
 * The submission does not come back, and the history of the organization says so. The provider is asked afterwards.
 *
 * @throws DomainError NOT_FOUND, ORDER_NOT_FOUND; FAILED_PRECONDITION, NOT_REFUNDABLE or REFUND_PENDING
 */
export async function refundOwedFee(
  write: FestivalWrite,
  { accountId: askedBy }: AccountViewer,
  { submissionId, reason, paidElsewhere: isPaidElsewhere }: z.output<typeof refundOwedFeeSchema>,
): Promise<{ submissionId: string }> {
  if (!isId(submissionId)) throw orderNotFound();
  const order = await requireSales(write).desk.giveBackOwed(write, submissionId, { reason, askedBy, isPaidElsewhere });
  if (order.kind !== SUBMISSION) throw orderNotFound();
  const submission = await submissions.find(write.tx, submissionId);
  if (!submission) throw submissionNotFound();
  const { festivalId } = submission;
  const changes = [{ field: 'order', before: submissionId, after: '' }];
  const action = {
    festivalId,
    kind: 'FEE_REFUNDED',
    actorId: askedBy,
    changes,
    reason,
    now: write.clock.now(),
  } as const;
  await actions.append(write.tx, action);
  return { submissionId };
}

/** The provider is asked at once; the sweeper does it if the provider does not answer. Gives how the fee stands then. */
export async function sendOwedFee(
  { sales, db, log }: FestivalResources,
  id: string,
): Promise<fees.PaidFee | undefined> {
  await sales?.desk
    .sendRefund(id)
    .catch((err: unknown) => log.warn({ err, submissionId: id }, 'a refund waits for the payment provider'));
  return fees.find(db, id);
}
