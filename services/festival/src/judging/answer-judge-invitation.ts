import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { Hash } from '../gifts/address-hashes.ts';
import * as blocks from '../people/account-blocks.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import * as assignments from './assignments.ts';
import { accountsOfFilms, conflictOf, type FilmAccounts } from './film-conflicts.ts';
import * as judges from './judges.ts';
import { judgeNotFound } from './judging-errors.ts';
import { addressHashIfKnown, addressHashOf } from './own-address.ts';

export const answerJudgeInvitationSchema = z.object({ judgeId: z.string(), accept: z.boolean() });
type AnswerJudgeInvitation = z.output<typeof answerJudgeInvitationSchema>;

/** What others say of who answers, before the transaction. */
type Facts = { address: Hash | undefined; accounts: FilmAccounts };

/**
 * The viewer's proven address, where the invitation went to one, and who is part of the films that wait at it. Who was
 * invited by their account can do without: what waits at their address as well is found while identity answers.
 */
export async function askAboutAnswer(
  resources: FestivalResources,
  { accountId }: AccountViewer,
  { judgeId, accept }: AnswerJudgeInvitation,
): Promise<Facts> {
  const { db } = resources;
  const judge = await judges.get(db, judgeId);
  const ask = judge.accountId === null ? addressHashOf : addressHashIfKnown;
  const address = await ask(resources, accountId);
  const waiting = accept && address ? await judges.findWaiting(db, judge.callId, address) : undefined;
  if (!waiting) return { address, accounts: new Map() };
  const films = await assignments.listWithMakers(db, waiting.id);
  return {
    address,
    accounts: await accountsOfFilms(
      resources,
      films.map(({ filmId }) => filmId),
    ),
  };
}

/** Accepts to judge a call, or declines. Who has accepted stays until they are taken out [FES-09]. */
export async function answerJudgeInvitation(
  write: FestivalWrite,
  { accountId }: AccountViewer,
  { judgeId, accept }: AnswerJudgeInvitation,
  { address, accounts }: Facts,
): Promise<void> {
  const { tx, clock } = write;
  const judge = await judges.get(tx, judgeId);
  const isOwn = judge.accountId === accountId || (await isWaitingFor(tx, judge, accountId, address));
  if (!isOwn || (judge.acceptedAt && !accept)) throw judgeNotFound();
  if (!accept) return judges.remove(tx, judge.id);
  // Who was invited by their account and at their address judges once, and what either was given.
  const own = judge.accountId ? judge : ((await judges.findAny(tx, judge.callId, accountId)) ?? judge);
  const waiting = address && (await judges.findWaiting(tx, judge.callId, address));
  if (waiting && waiting.id !== own.id && (await isWaitingFor(tx, waiting, accountId, address))) {
    await assignments.moveAll(tx, waiting.id, own.id);
    await judges.remove(tx, waiting.id);
  }
  await judges.accept(tx, own.id, accountId, clock.now());
  if (waiting) await keepConflicts(tx, { judgeId: own.id, accountId, accounts });
}

/** Nobody knew whose address it was when the films were given. */
async function keepConflicts(
  tx: FestivalWrite['tx'],
  { judgeId, accountId, accounts }: { judgeId: string; accountId: string; accounts: FilmAccounts },
): Promise<void> {
  for (const { submissionId, ...film } of await assignments.listWithMakers(tx, judgeId)) {
    const conflict = conflictOf(accounts, film, accountId);
    if (conflict !== '') await assignments.setConflict(tx, { judgeId, submissionId, conflict }, '');
  }
}

/** Whether an invitation by mail waits for the owner of this address. */
async function isWaitingFor(
  tx: FestivalWrite['tx'],
  { accountId: invited, addressHash, invitedBy }: judges.Judge,
  accountId: string,
  address: Hash | undefined,
): Promise<boolean> {
  if (invited !== null || !addressHash || !address) return false;
  if (Buffer.compare(Buffer.from(addressHash), Buffer.from(address)) !== 0) return false;
  return invitedBy === null || !(await blocks.isBetween(tx, invitedBy, accountId));
}
