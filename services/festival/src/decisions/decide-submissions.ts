import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { chosenSubmissions } from '@marquee/rules/judging';
import { DECISIONS } from '@marquee/rules/submissions';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { lockOwnCall } from '../calls/call-rights.ts';
import type { FestivalWrite } from '../resources.ts';
import { submissionNotFound } from '../submissions/submission-errors.ts';

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
  if ((await countIn(tx, call.id, ids)) < ids.length) throw submissionNotFound();
  return { decided: await decide(tx, call.id, ids, decision) };
}

async function countIn(tx: Tx, callId: string, ids: readonly string[]): Promise<number> {
  const text = 'SELECT 1 FROM submissions WHERE call_id = $1 AND id = ANY($2::uuid[])';
  return (await tx.query({ name: 'decisions.count', text, values: [callId, ids.filter(isId)] })).length;
}

async function decide(tx: Tx, callId: string, ids: readonly string[], decision: string): Promise<number> {
  const rows = await tx.query({
    name: 'decisions.decide',
    text: `UPDATE submissions SET decision = $3, version = version + 1
      WHERE call_id = $1 AND id = ANY($2::uuid[]) AND state = 'SUBMITTED' AND notified_at IS NULL RETURNING 1`,
    values: [callId, ids, decision],
  });
  return rows.length;
}
