import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { Account } from '../account/accounts.ts';
import * as accounts from '../account/accounts.ts';
import type { Challenge, Channel } from '../challenge/challenges.ts';
import { issueUndoLink } from '../challenge/issue-challenge.ts';
import type { IdentityWrite } from '../resources.ts';
import * as sessions from '../session/sessions.ts';
import { lastAddress } from './contact-errors.ts';

/** Where a change was asked for, as its notice says. */
type Where = Pick<Challenge, 'device' | 'place' | 'ip'>;

/**
 * Gives an account, whose row the caller holds, another email or phone number, or none. The address before is notified, with a
 * link that takes it back for 7 days; where there was none, the other one.
 */
export async function setContact(
  write: IdentityWrite,
  account: Account,
  channel: Channel,
  address: string | null,
  where: Where,
): Promise<Account> {
  const { tx, clock } = write;
  const now = clock.now();
  const { email, phone, signInPhone } = account;
  const contacts =
    channel === 'EMAIL' ? { email: address, phone, signInPhone } : { email, phone: address, signInPhone: address };
  if (!contacts.email && !contacts.signInPhone) throw lastAddress();
  const changed = await accounts.setContacts(tx, account.id, contacts, now);
  await issueUndoLink(write, {
    ...where,
    purpose: channel === 'EMAIL' ? 'UNDO_EMAIL' : 'UNDO_PHONE',
    channel: email ? 'EMAIL' : 'PHONE',
    accountId: account.id,
    language: account.preferredLanguage,
    // All that the account had: a later change is taken back as well.
    email: email ?? '',
    phone: signInPhone ?? '',
    expiresAt: new Date(now.getTime() + CHALLENGE_LIMITS.undoDays * 24 * 60 * 60_000),
  });
  return changed;
}

/** Removes the email or the phone number of an account; what it does not have is removed already [AUT-14]. */
export async function removeContact(
  write: IdentityWrite,
  { sessionId }: AccountViewer,
  account: Account,
  channel: Channel,
): Promise<Account> {
  if (channel === 'EMAIL' ? !account.email : !account.signInPhone && !account.phone) return account;
  const session = await sessions.get(write.tx, sessionId);
  const { device = '', place = '', ip = '' } = session ?? {};
  return setContact(write, account, channel, null, { device, place, ip });
}
