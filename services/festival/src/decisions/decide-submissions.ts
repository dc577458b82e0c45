import { chosenSubmissions } from '@marquee/rules/judging';
import { DECISIONS } from '@marquee/rules/submissions';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { lockOwnCall } from '../calls/call-rights.ts';
import type { FestivalWrite } from '../resources.ts';
import { submissionNotFound } from '../submissions/submission-errors.ts';
import * as decidable from './decidable-submissions.ts';

export const decideSubmissionsSchema = z.object({
  callId: z.string(),
  submissionIds: chosenSubmissions,
  decision: z.enum(['', ...DECISIONS]),
});

/** Decides on many submissions at once, or takes decisions back; no maker is notified before the mails are sent [FES-09]. */
export async function decideSubmissions(
  { tx }: FestivalWrite,
  viewer: AccountViewer,
  { callId, submissionIds, decision }: z.output<typeof decideSubmissionsSchema>,
): Promise<{ decided: number }> {
  const call = await lockOwnCall(tx, viewer, callId);
  const ids = [...new Set(submissionIds)];
  if ((await decidable.countIn(tx, call.id, ids)) < ids.length) throw submissionNotFound();
  return { decided: await decidable.decide(tx, call.id, ids, decision) };
}
