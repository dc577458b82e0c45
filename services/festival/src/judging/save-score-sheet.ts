import { scoreSheetSchema } from '@marquee/rules/judging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { Refused } from '@marquee/service/use-case';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import * as assignments from './assignments.ts';
import { endScreenings } from './end-screenings.ts';
import { conflictOf, type FilmAccounts } from './film-conflicts.ts';
import { type OwnAssignment, withSheet } from './get-assignment.ts';
import { assignmentNotFound, conflictFound, judgingOver, scoreMissing, scoreOff } from './judging-errors.ts';

export const saveScoreSheetSchema = scoreSheetSchema.extend({ submissionId: z.string() });
type SaveScoreSheet = z.output<typeof saveScoreSheetSchema>;

/** Keeps what the viewer gives. Who turns out to be part of the film is taken off it instead [FES-09]. */
export async function saveScoreSheet(
  write: FestivalWrite,
  { accountId }: AccountViewer,
  { submissionId, ...sheet }: SaveScoreSheet,
  accounts: FilmAccounts,
): Promise<OwnAssignment | Refused> {
  const { tx } = write;
  const assignment = await assignments.lockOwn(tx, submissionId, accountId);
  if (!assignment) throw assignmentNotFound();
  if (!assignment.open) throw judgingOver();
  const conflict = conflictOf(accounts, { filmId: assignment.filmId, makerId: null }, accountId);
  if (conflict !== '') {
    await assignments.setConflict(tx, { ...assignment, conflict }, '');
    await endScreenings(write, [submissionId], accountId);
    return new Refused(conflictFound());
  }
  const { call, criteria } = await withSheet(tx, assignment);
  requireFitting(sheet, { scale: call.rubricScale, criterionIds: criteria.map(({ id }) => id) });
  await assignments.saveSheet(tx, assignment, sheet);
  return withSheet(tx, { ...assignment, note: sheet.note, done: sheet.done });
}

type Rules = { scale: number; criterionIds: readonly string[] };

/** Each score is of the scale and of a criterion of its own; a sheet that is done has all of them. */
function requireFitting({ scores, done }: Omit<SaveScoreSheet, 'submissionId'>, { scale, criterionIds }: Rules): void {
  const given = new Set(scores.map(({ criterionId }) => criterionId));
  const isOff = scores.some(({ criterionId, score }) => score > scale || !criterionIds.includes(criterionId));
  if (isOff || given.size < scores.length) throw scoreOff();
  if (done && (given.size < criterionIds.length || criterionIds.length === 0)) throw scoreMissing();
}
