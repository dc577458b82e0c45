import { newId } from '@marquee/data/ids';
import { JUDGING_LIMITS } from '@marquee/rules/judging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { lockOwnCall } from '../calls/call-rights.ts';
import { personUnknown } from '../organizations/organization-errors.ts';
import * as blocks from '../people/account-blocks.ts';
import * as people from '../people/people.ts';
import type { FestivalWrite } from '../resources.ts';
import * as judges from './judges.ts';
import { judgeAlready, judgesFull } from './judging-errors.ts';
import { judgeInvited } from './judging-events.ts';

export const inviteJudgeSchema = z.object({ callId: z.string(), personId: z.string() });

/** Asks somebody to judge a call; they get no other right of the team [FES-09]. */
export async function inviteJudge(
  { tx, clock, emit }: FestivalWrite,
  viewer: AccountViewer,
  { callId, personId: accountId }: z.output<typeof inviteJudgeSchema>,
): Promise<judges.ShownJudge> {
  const call = await lockOwnCall(tx, viewer, callId);
  const isUnknown = (await people.unknownAmong(tx, [accountId])).length > 0;
  // Neither of two people reaches the other after a block [SET-08].
  if (isUnknown || (await blocks.isBetween(tx, viewer.accountId, accountId))) throw personUnknown('personId');
  if ((await judges.listOf(tx, call.id)).length >= JUDGING_LIMITS.judgesMax) throw judgesFull();
  const judge = { id: newId(), callId: call.id, accountId, invitedBy: viewer.accountId, invitedAt: clock.now() };
  if (!(await judges.insert(tx, judge))) throw judgeAlready();
  await emit(judgeInvited(judge, call));
  return judges.get(tx, judge.id);
}
