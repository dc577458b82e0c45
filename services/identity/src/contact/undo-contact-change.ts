import { revocationSignal } from '@marquee/runtime/revocations';
import { Refused } from '@marquee/service/use-case';
import * as accounts from '../account/accounts.ts';
import { linkInvalid } from '../challenge/challenge-errors.ts';
import type { Challenge } from '../challenge/challenges.ts';
import * as challenges from '../challenge/challenges.ts';
import * as passkeys from '../passkey/passkeys.ts';
import type { IdentityWrite } from '../resources.ts';
import { sessionEnded } from '../session/session-events.ts';
import * as sessions from '../session/sessions.ts';
import { contactInUse } from './contact-errors.ts';

/**
 * Takes a change of an account's addresses back, with all changes after it, and what its author may have left: every
 * session ends, passkeys since then are removed, and links that would take this back are worth nothing [AUT-14].
 */
export async function undoContactChange(write: IdentityWrite, challenge: Challenge): Promise<undefined | Refused> {
  const { tx, clock, emit, touch } = write;
  const now = clock.now();
  const account = challenge.accountId ? await accounts.lock(tx, challenge.accountId) : undefined;
  if (!account) throw linkInvalid();
  const before = { email: challenge.email || null, phone: challenge.phone || null };
  const emailOwner = before.email && (await accounts.idByEmail(tx, before.email));
  if (emailOwner && emailOwner !== account.id) return new Refused(contactInUse('EMAIL'));
  const phoneOwner = before.phone && (await accounts.idByPhone(tx, before.phone));
  if (phoneOwner && phoneOwner !== account.id) return new Refused(contactInUse('PHONE'));

  // A number that never signed in stays as it was given.
  const phone = before.phone ?? (account.signInPhone ? null : account.phone);
  await accounts.setContacts(tx, account.id, { ...before, phone, signInPhone: before.phone }, now);
  await challenges.setMet(tx, challenge.id, account.id, now, challenge.expiresAt);
  await challenges.endUndoingSince(tx, account.id, challenge.startedAt, now);
  await passkeys.removeSince(tx, account.id, challenge.startedAt);
  touch(...revocationSignal({ accountId: account.id }, now));
  for (const session of await sessions.endAll(tx, account.id, now)) {
    await emit(sessionEnded(session));
    touch(...revocationSignal({ sessionId: session.id }, now));
  }
  return undefined;
}
