import type { Order, Refund } from '@marquee/payments/orders';
import * as orders from '@marquee/payments/orders';
import type { Payment } from '@marquee/payments/payment-provider';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { Queryable } from '../organizations/organizations.ts';
import { submissionNotFound } from './submission-errors.ts';
import * as submissions from './submissions.ts';

/** A submission with its payment, if it costs something. */
export type OwnSubmission = {
  submission: submissions.ShownSubmission;
  order: Order | undefined;
  /** As the provider has it; undefined where it was not asked. */
  payment: Payment | undefined;
  refund: Refund | undefined;
};

/** @throws DomainError NOT_FOUND, SUBMISSION_NOT_FOUND for somebody else's as for one that does not exist */
export async function requireOwn(
  db: Queryable,
  { accountId }: AccountViewer,
  submissionId: string,
): Promise<submissions.ShownSubmission> {
  const submission = await submissions.find(db, submissionId);
  if (submission?.makerId !== accountId) throw submissionNotFound();
  return submission;
}

/** The submission as it is now, with its order. */
export async function withOrder(db: Queryable, id: string, payment: Payment | undefined): Promise<OwnSubmission> {
  const submission = await submissions.find(db, id);
  if (!submission) throw submissionNotFound();
  const isSold = submission.amount > 0n;
  return {
    ...{ submission, payment },
    order: isSold ? await orders.find(db, id) : undefined,
    refund: isSold ? await orders.findRefund(db, id) : undefined,
  };
}

/** Whether its maker may still take it back: until they have read the decision. */
export const isWithdrawable = ({ state, notifiedAt }: submissions.Submission): boolean =>
  (state === 'SUBMITTED' || state === 'HELD') && notifiedAt === null;
