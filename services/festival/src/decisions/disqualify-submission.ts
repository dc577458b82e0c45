import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireOwnCall } from '../calls/call-rights.ts';
import { endScreenings } from '../judging/end-screenings.ts';
import type { FestivalWrite } from '../resources.ts';
import { submissionNotFound } from '../submissions/submission-errors.ts';
import { submissionChanged } from '../submissions/submission-events.ts';
import * as submissions from '../submissions/submissions.ts';
import { submissionEnded } from './decision-errors.ts';
import * as desk from './desk-submissions.ts';

export const disqualifySubmissionSchema = z.object({ submissionId: z.string(), refund: z.boolean() });

/** Ends a submission that breaks the rules; with `refund` its fee goes back, soon afterwards [FES-09]. */
export async function disqualifySubmission(
  write: FestivalWrite,
  viewer: AccountViewer,
  { submissionId, refund }: z.output<typeof disqualifySubmissionSchema>,
): Promise<desk.DeskSubmission> {
  const { tx, emit } = write;
  const submission = await submissions.lock(tx, submissionId);
  if (!submission) throw submissionNotFound();
  await requireOwnCall(tx, viewer, submission.callId);
  if (submission.state !== 'SUBMITTED') throw submissionEnded();
  const refundOwed = refund && submission.amount > 0n;
  const ended = await submissions.update(tx, submission, { state: 'DISQUALIFIED', decision: '', refundOwed });
  await emit(submissionChanged(ended));
  await endScreenings(write, [submission.id]);
  return desk.get(tx, submission.id);
}
