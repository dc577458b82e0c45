import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import * as judges from './judges.ts';
import { judgeNotFound } from './judging-errors.ts';

export const answerJudgeInvitationSchema = z.object({ judgeId: z.string(), accept: z.boolean() });

/** Accepts to judge a call, or declines. Who has accepted stays until they are taken out [FES-09]. */
export async function answerJudgeInvitation(
  { tx, clock }: FestivalWrite,
  { accountId }: AccountViewer,
  { judgeId, accept }: z.output<typeof answerJudgeInvitationSchema>,
): Promise<void> {
  const judge = await judges.get(tx, judgeId);
  if (judge.accountId !== accountId || (judge.acceptedAt && !accept)) throw judgeNotFound();
  if (accept) await judges.accept(tx, judge.id, clock.now());
  else await judges.remove(tx, judge.id);
}
