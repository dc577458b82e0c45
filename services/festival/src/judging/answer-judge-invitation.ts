import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { Hash } from '../gifts/address-hashes.ts';
import { addressOf } from '../gifts/address-of.ts';
import * as blocks from '../people/account-blocks.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import * as judges from './judges.ts';
import { judgeNotFound } from './judging-errors.ts';

export const answerJudgeInvitationSchema = z.object({ judgeId: z.string(), accept: z.boolean() });
type AnswerJudgeInvitation = z.output<typeof answerJudgeInvitationSchema>;

/** The hash of somebody's proven address, which identity is asked for outside of a transaction. */
export async function ownAddressHash(
  resources: FestivalResources,
  { accountId }: AccountViewer,
): Promise<Hash | undefined> {
  const address = await addressOf(resources, accountId);
  return address === '' ? undefined : resources.addressHashes.addressHash(address);
}

/** Accepts to judge a call, or declines. Who has accepted stays until they are taken out [FES-09]. */
export async function answerJudgeInvitation(
  { tx, clock }: FestivalWrite,
  { accountId }: AccountViewer,
  { judgeId, accept }: AnswerJudgeInvitation,
  address: Hash | undefined,
): Promise<void> {
  const judge = await judges.get(tx, judgeId);
  const isOwn = judge.accountId === accountId || (await isWaitingFor(tx, judge, accountId, address));
  if (!isOwn || (judge.acceptedAt && !accept)) throw judgeNotFound();
  if (!accept) return judges.remove(tx, judge.id);
  const other = judge.accountId ? undefined : await judges.findAny(tx, judge.callId, accountId);
  if (!other) return judges.accept(tx, judge.id, accountId, clock.now());
  // They were invited by their account as well: one of the two is enough.
  await judges.accept(tx, other.id, accountId, clock.now());
  await judges.remove(tx, judge.id);
}

/** Whether an invitation by mail waits for the owner of this address. */
async function isWaitingFor(
  tx: FestivalWrite['tx'],
  { accountId: invited, acceptedAt, addressHash, invitedBy }: judges.Judge,
  accountId: string,
  address: Hash | undefined,
): Promise<boolean> {
  if (invited !== null || acceptedAt !== null || !addressHash || !address) return false;
  if (Buffer.compare(Buffer.from(addressHash), Buffer.from(address)) !== 0) return false;
  return invitedBy === null || !(await blocks.isBetween(tx, invitedBy, accountId));
}
