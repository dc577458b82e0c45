import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FestivalResources } from '../resources.ts';
import * as assignments from './assignments.ts';
import { accountsOfFilms, type FilmAccounts } from './film-conflicts.ts';
import { assignmentNotFound } from './judging-errors.ts';

/** Who is part of the film that the viewer judges, asked before the transaction: its crew may have changed. */
export async function accountsOfOwn(
  resources: FestivalResources,
  { accountId }: AccountViewer,
  { submissionId }: { submissionId: string },
): Promise<FilmAccounts> {
  const assignment = await assignments.findOwn(resources.db, submissionId, accountId);
  if (!assignment) throw assignmentNotFound();
  return accountsOfFilms(resources, [assignment.filmId]);
}
