import { newId } from '@marquee/data/ids';
import { invitedJudgeSchema, JUDGING_LIMITS } from '@marquee/rules/judging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { lockOwnCall } from '../calls/call-rights.ts';
import { takeTurn } from '../gifts/ticket-gifts.ts';
import { personUnknown } from '../organizations/organization-errors.ts';
import * as blocks from '../people/account-blocks.ts';
import * as people from '../people/people.ts';
import type { FestivalWrite } from '../resources.ts';
import * as mails from './judge-mails.ts';
import * as judges from './judges.ts';
import { judgeAlready, judgeMailLimit, judgesFull } from './judging-errors.ts';
import { judgeInvited } from './judging-events.ts';

export const inviteJudgeSchema = invitedJudgeSchema.and(z.object({ language: z.string() }));
type InviteJudge = z.output<typeof inviteJudgeSchema>;

/** Asks somebody to judge a call, with or without an account; they get no other right of the team [FES-09]. */
export async function inviteJudge(
  write: FestivalWrite,
  viewer: AccountViewer,
  input: InviteJudge,
): Promise<judges.ShownJudge> {
  const { tx, clock, emit } = write;
  const call = await lockOwnCall(tx, viewer, input.callId);
  if ((await judges.listOf(tx, call.id)).length >= JUDGING_LIMITS.judgesMax) throw judgesFull();
  const invited = { id: newId(), callId: call.id, invitedBy: viewer.accountId, invitedAt: clock.now() };
  const judge = { ...invited, ...(await requireInvited(write, viewer, input)) };
  if (!(await judges.insert(tx, judge))) throw judgeAlready();
  await emit(judgeInvited(judge, call));
  return judges.get(tx, judge.id);
}

/** Who is invited, where they may be. @throws DomainError INVALID; EXHAUSTED */
async function requireInvited(
  { tx, clock, addressHashes }: FestivalWrite,
  { accountId: inviterId }: AccountViewer,
  { recipient, language }: InviteJudge,
): Promise<Pick<judges.NewJudge, 'accountId' | judges.ByMail>> {
  if ('accountId' in recipient) {
    const { accountId } = recipient;
    const isUnknown = (await people.unknownAmong(tx, [accountId])).length > 0;
    // Neither of two people reaches the other after a block [SET-08].
    if (isUnknown || (await blocks.isBetween(tx, inviterId, accountId))) throw personUnknown('personId');
    return { accountId };
  }
  const mail = { inviterId, mailbox: addressHashes.mailboxHash(recipient.email), now: clock.now() };
  await takeTurn(tx, inviterId, mail.mailbox);
  const { ofInviter, toMailbox } = await mails.countLately(tx, mail);
  if (ofInviter >= JUDGING_LIMITS.mailsPerInviterADayMax) throw judgeMailLimit();
  // Who got many today gets no more by mail: the invitation waits where they judge.
  const isMailed = toMailbox < JUDGING_LIMITS.mailsPerRecipientADayMax;
  if (isMailed) await mails.insert(tx, mail);
  const { email, firstName, lastName } = recipient;
  const addressHash = addressHashes.addressHash(email);
  return { accountId: null, firstName, lastName, language, addressHash, email: isMailed ? email : '' };
}
