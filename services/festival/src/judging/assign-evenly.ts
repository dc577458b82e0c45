import { perSubmission } from '@marquee/rules/judging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { lockOwnCall, requireOwnCall } from '../calls/call-rights.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import * as assignments from './assignments.ts';
import { accountsOfFilms, conflictOf, type FilmAccounts } from './film-conflicts.ts';
import * as judged from './judged-submissions.ts';
import * as judges from './judges.ts';
import { spreadEvenly } from './spread-evenly.ts';

export const assignEvenlySchema = z.object({ callId: z.string(), perSubmission });
type AssignEvenly = z.output<typeof assignEvenlySchema>;

/** Who is part of the undecided films, asked before the transaction. */
export async function accountsOfUndecided(
  resources: FestivalResources,
  viewer: AccountViewer,
  { callId }: AssignEvenly,
): Promise<FilmAccounts> {
  const call = await requireOwnCall(resources.db, viewer, callId);
  const found = await judged.listUndecided(resources.db, call.id);
  return accountsOfFilms(
    resources,
    found.map(({ filmId }) => filmId),
  );
}

/** Gives each undecided submission to so many judges who have accepted and are no part of its film [FES-09]. */
export async function assignEvenly(
  { tx, clock }: FestivalWrite,
  viewer: AccountViewer,
  { callId, perSubmission: each }: AssignEvenly,
  accounts: FilmAccounts,
): Promise<{ assigned: number; short: number }> {
  const call = await lockOwnCall(tx, viewer, callId);
  const found = await judged.listUndecided(tx, call.id);
  const byId = new Map(found.map((submission) => [submission.id, submission]));
  const ready = (await judges.listOf(tx, call.id)).filter(({ acceptedAt }) => acceptedAt !== null);
  const accountOf = new Map(ready.map(({ id, accountId }) => [id, accountId]));
  const existing = await assignments.listOfCall(tx, call.id);
  const refused = new Set(existing.filter(({ conflict }) => conflict !== '').map(pairKey));
  const { added, short } = spreadEvenly({
    submissionIds: [...byId.keys()],
    judgeIds: [...accountOf.keys()],
    existing: existing.filter(({ conflict }) => conflict === ''),
    excluded: (pair) => {
      const submission = byId.get(pair.submissionId);
      const conflict = submission && conflictOf(accounts, submission, accountOf.get(pair.judgeId) ?? null);
      return refused.has(pairKey(pair)) || conflict !== '';
    },
    each,
  });
  const rows = added.map((pair) => ({ ...pair, conflict: '' as const }));
  return { assigned: await assignments.insertAll(tx, rows, clock.now()), short };
}

const pairKey = ({ judgeId, submissionId }: { judgeId: string; submissionId: string }) => `${judgeId} ${submissionId}`;
