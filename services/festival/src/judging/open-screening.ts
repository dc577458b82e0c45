import { JUDGING_LIMITS } from '@marquee/rules/judging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { Refused } from '@marquee/service/use-case';
import type { z } from 'zod';
import { requireDeskCall } from '../calls/call-rights.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import { submissionNotFound } from '../submissions/submission-errors.ts';
import * as submissions from '../submissions/submissions.ts';
import * as assignments from './assignments.ts';
import { endScreenings } from './end-screenings.ts';
import { accountsOfFilms, conflictOf, type FilmAccounts } from './film-conflicts.ts';
import type { submissionIdSchema } from './get-assignment.ts';
import { conflictFound, judgingOver } from './judging-errors.ts';
import { screenerChanged } from './judging-events.ts';
import * as screeners from './screeners.ts';

type Named = z.output<typeof submissionIdSchema>;

/** Who is part of the film, asked before the transaction. */
export async function accountsOfSubmission(
  resources: FestivalResources,
  _viewer: AccountViewer,
  { submissionId }: Named,
): Promise<FilmAccounts> {
  const submission = await submissions.find(resources.db, submissionId);
  return submission ? accountsOfFilms(resources, [submission.filmId]) : new Map();
}

/** Lets a judge of a submission, or who programmes, watch its film for some hours while it is under judgement [FES-09]. */
export async function openScreening(
  write: FestivalWrite,
  viewer: AccountViewer,
  { submissionId }: Named,
  accounts: FilmAccounts,
): Promise<{ filmId: string; filmTitle: string; endsAt: Date } | Refused> {
  const { tx, clock, emit } = write;
  const submission = await submissions.lock(tx, submissionId);
  if (!submission) throw submissionNotFound();
  const { accountId } = viewer;
  const assignment = await assignments.lockOwn(tx, submissionId, accountId);
  if (assignment) {
    const conflict = conflictOf(accounts, submission, accountId);
    if (conflict !== '') {
      await assignments.setConflict(tx, { ...assignment, conflict }, '');
      await endScreenings(write, [submissionId], accountId);
      return new Refused(conflictFound());
    }
  } else await requireDeskCall(tx, viewer, submission.callId);
  if (submission.state !== 'SUBMITTED' || submission.notifiedAt !== null) throw judgingOver();
  const endsAt = new Date(clock.now().getTime() + JUDGING_LIMITS.screeningHours * 3_600_000);
  await screeners.keep(tx, { submissionId, accountId, endsAt });
  const touched = await submissions.update(tx, submission, {});
  await emit(screenerChanged(touched, { accountId, endsAt }));
  return { filmId: submission.filmId, filmTitle: submission.filmTitle, endsAt };
}
