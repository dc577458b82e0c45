import { conflictReason } from '@marquee/rules/judging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import * as assignments from './assignments.ts';
import { endScreenings } from './end-screenings.ts';
import { assignmentNotFound } from './judging-errors.ts';

export const declareConflictSchema = z.object({ submissionId: z.string(), reason: conflictReason });

/** The viewer says that they cannot judge a submission [FES-09]. */
export async function declareConflict(
  write: FestivalWrite,
  { accountId }: AccountViewer,
  { submissionId, reason }: z.output<typeof declareConflictSchema>,
): Promise<void> {
  const assignment = await assignments.lockOwn(write.tx, submissionId, accountId);
  if (!assignment) throw assignmentNotFound();
  await assignments.setConflict(write.tx, { ...assignment, conflict: 'DECLARED' }, reason);
  await endScreenings(write, [submissionId], accountId);
}
