import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireDeskCall } from '../calls/call-rights.ts';
import * as assignments from '../judging/assignments.ts';
import * as criteria from '../judging/criteria.ts';
import type { Rubric } from '../judging/get-judging.ts';
import { standingOf } from '../organizations/organization-rights.ts';
import type { FestivalResources } from '../resources.ts';
import type { submissionIdSchema } from '../submissions/get-submission.ts';
import * as desk from './desk-submissions.ts';

export type Sheet = assignments.Assignment & { judgeName: string; scores: assignments.Score[] };
export type DeskView = Rubric & { submission: desk.DeskSubmission; sheets: Sheet[]; canManage: boolean };

/** A submission with the sheets of its judges; their notes as the director chose who reads them [FES-09]. */
export async function getDeskSubmission(
  { db }: FestivalResources,
  viewer: AccountViewer,
  { submissionId }: z.output<typeof submissionIdSchema>,
): Promise<DeskView> {
  const submission = await desk.get(db, submissionId);
  const call = await requireDeskCall(db, viewer, submission.callId);
  const standing = await standingOf(db, viewer, { id: call.festivalId, directorId: call.directorId });
  const canManage = standing === 'DIRECTOR' || standing === 'MANAGER';
  const readsNotes = call.notesAudience === 'DESK' || (call.notesAudience === 'MANAGERS' && canManage);
  const scores = await assignments.scoresOf(db, submission.id);
  const sheets = (await assignments.sheetsOf(db, submission.id)).map((sheet) => ({
    ...{ ...sheet, note: readsNotes ? sheet.note : '' },
    scores: scores.get(sheet.judgeId) ?? [],
  }));
  return { submission, sheets, call, criteria: await criteria.listOf(db, call.id), canManage };
}
