import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { lockOwnCall } from '../calls/call-rights.ts';
import type { FestivalWrite } from '../resources.ts';
import { endScreeningsOf } from './end-screenings.ts';
import * as judges from './judges.ts';

export const judgeIdSchema = z.object({ judgeId: z.string() });

/** Takes a judge out of a call, with what they gave [FES-09]. */
export async function removeJudge(
  write: FestivalWrite,
  viewer: AccountViewer,
  { judgeId }: z.output<typeof judgeIdSchema>,
): Promise<void> {
  const judge = await judges.get(write.tx, judgeId);
  const { festivalId } = await lockOwnCall(write.tx, viewer, judge.callId);
  const { accountId, callId } = judge;
  if (accountId !== null) await endScreeningsOf(write, { accountId, festivalId, callId });
  await judges.remove(write.tx, judge.id);
}
