import { chosenSubmissions } from '@marquee/rules/judging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { lockOwnCall, requireOwnCall } from '../calls/call-rights.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import { submissionNotFound } from '../submissions/submission-errors.ts';
import * as assignments from './assignments.ts';
import { endScreenings } from './end-screenings.ts';
import { accountsOfFilms, conflictOf, type FilmAccounts } from './film-conflicts.ts';
import * as judged from './judged-submissions.ts';
import * as judges from './judges.ts';

export const assignJudgeSchema = z.object({
  judgeId: z.string(),
  submissionIds: chosenSubmissions,
  assigned: z.boolean(),
});
type AssignJudge = z.output<typeof assignJudgeSchema>;

/** Who is part of the films, asked before the transaction. */
export async function accountsOfChosen(
  resources: FestivalResources,
  viewer: AccountViewer,
  { judgeId, submissionIds, assigned }: AssignJudge,
): Promise<FilmAccounts> {
  if (!assigned) return new Map();
  const judge = await judges.get(resources.db, judgeId);
  const call = await requireOwnCall(resources.db, viewer, judge.callId);
  const found = await judged.listIn(resources.db, call.id, submissionIds);
  return accountsOfFilms(
    resources,
    found.map(({ filmId }) => filmId),
  );
}

/** Gives submissions to a judge, or takes back those that are not judged [FES-09]. */
export async function assignJudge(
  write: FestivalWrite,
  viewer: AccountViewer,
  { judgeId, submissionIds, assigned }: AssignJudge,
  accounts: FilmAccounts,
): Promise<{ changed: number; conflicts: number }> {
  const { tx, clock } = write;
  const judge = await judges.get(tx, judgeId);
  await lockOwnCall(tx, viewer, judge.callId);
  if (!assigned) {
    const removed = await assignments.takeBack(tx, judge.id, submissionIds, clock.now());
    if (judge.accountId !== null) await endScreenings(write, removed, judge.accountId);
    return { changed: removed.length, conflicts: 0 };
  }
  const found = await judged.listIn(tx, judge.callId, submissionIds);
  if (found.length < new Set(submissionIds).size) throw submissionNotFound();
  const rows = found.map((submission) => ({
    judgeId: judge.id,
    submissionId: submission.id,
    conflict: conflictOf(accounts, submission, judge.accountId),
  }));
  const changed = await assignments.insertAll(tx, rows, clock.now());
  return { changed, conflicts: rows.filter(({ conflict }) => conflict !== '').length };
}
