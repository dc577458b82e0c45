import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireSales } from '../checkout/own-ticket-order.ts';
import { endScreenings } from '../judging/end-screenings.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import type { submissionIdSchema } from './get-submission.ts';
import { isWithdrawable, type OwnSubmission, requireOwn, withOrder } from './own-submission.ts';
import { notWithdrawable, submissionNotFound } from './submission-errors.ts';
import { submissionChanged } from './submission-events.ts';
import * as submissions from './submissions.ts';

type Named = z.output<typeof submissionIdSchema>;

/** Ends an order that is not paid, before the transaction: the provider is asked. @throws DomainError PAYMENT_UNDER_WAY */
export async function endUnpaid(resources: FestivalResources, viewer: AccountViewer, named: Named): Promise<void> {
  const { id, state } = await requireOwn(resources.db, viewer, named.submissionId);
  if (state === 'HELD') await requireSales(resources).desk.cancel(id);
}

/** Takes the viewer's submission back. Its fee stays with the organization [FES-09]. */
export async function withdrawSubmission(
  write: FestivalWrite,
  { accountId }: AccountViewer,
  { submissionId }: Named,
): Promise<OwnSubmission> {
  const { tx, emit } = write;
  const submission = await submissions.lock(tx, submissionId);
  if (submission?.makerId !== accountId) throw submissionNotFound();
  if (submission.state === 'RELEASED') return withOrder(tx, submission.id, undefined);
  if (!isWithdrawable(submission)) throw notWithdrawable();
  await emit(submissionChanged(await submissions.update(tx, submission, { state: 'WITHDRAWN' })));
  await endScreenings(write, [submission.id]);
  return withOrder(tx, submission.id, undefined);
}
