import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as calls from '../calls/calls.ts';
import type { Queryable } from '../organizations/organizations.ts';
import type { FestivalResources } from '../resources.ts';
import * as assignments from './assignments.ts';
import * as criteria from './criteria.ts';
import type { Rubric } from './get-judging.ts';
import { assignmentNotFound } from './judging-errors.ts';

export const submissionIdSchema = z.object({ submissionId: z.string() });

export type OwnAssignment = Rubric & { assignment: assignments.ShownAssignment; scores: assignments.Score[] };

/** An assignment with its rubric and what its judge gave. */
export async function withSheet(db: Queryable, assignment: assignments.ShownAssignment): Promise<OwnAssignment> {
  const scores = await assignments.scoresOf(db, assignment.submissionId);
  const call = await calls.get(db, assignment.callId);
  return {
    assignment,
    call,
    criteria: await criteria.listOf(db, call.id),
    scores: scores.get(assignment.judgeId) ?? [],
  };
}

/** A submission as the viewer judges it [FES-09]. */
export async function getAssignment(
  { db }: FestivalResources,
  { accountId }: AccountViewer,
  { submissionId }: z.output<typeof submissionIdSchema>,
): Promise<OwnAssignment> {
  const assignment = await assignments.findOwn(db, submissionId, accountId);
  if (!assignment) throw assignmentNotFound();
  return withSheet(db, assignment);
}
