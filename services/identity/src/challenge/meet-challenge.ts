import type { Account, NewAccount } from '../account/accounts.ts';
import * as accounts from '../account/accounts.ts';
import { createAccount } from '../account/create-account.ts';
import { requireKeepable } from '../own-data/require-keepable.ts';
import type { IdentityWrite } from '../resources.ts';
import { accountSuspended, attemptExpired, staffNeedsPasskey } from './challenge-errors.ts';
import type { Challenge } from './challenges.ts';
import * as challenges from './challenges.ts';
import { sourceOf } from './sign-in-intent.ts';

/** How long a browser may come for the session of a challenge that was met at the last moment. */
const FETCH_MS = 10 * 60_000;

/**
 * Marks the challenge as met and gives its account, which is made now if it is new; the caller holds the challenge's
 * row. Meeting twice changes nothing.
 */
export async function meetChallenge(write: IdentityWrite, challenge: Challenge): Promise<Account> {
  const { tx, clock, config } = write;
  const account = await accountOf(write, challenge);
  if (!account) throw attemptExpired();
  if (account.suspendedAt) throw accountSuspended();
  requireKeepable(account, clock.now());
  if (account.roles.length > 0 && !config.ALLOW_STAFF_WITHOUT_PASSKEY) throw staffNeedsPasskey();
  if (challenge.metAt) return account;

  const now = clock.now();
  const fetchBy = new Date(Math.max(challenge.expiresAt.getTime(), now.getTime() + FETCH_MS));
  await challenges.setMet(tx, challenge.id, account.id, now, fetchBy);
  return account;
}

async function accountOf(write: IdentityWrite, challenge: Challenge): Promise<Account | undefined> {
  const { tx, clock } = write;
  const known = challenge.metAccountId ?? challenge.accountId;
  if (known) return accounts.lock(tx, known);
  if (challenge.purpose !== 'CREATE_ACCOUNT') return undefined;
  const created = await createAccount(write, newAccount(challenge, clock.now()));
  // Without one, another challenge for the same address was met first: its account is this person's.
  const sameAddress = () =>
    challenge.channel === 'EMAIL'
      ? accounts.lockByEmail(tx, challenge.email)
      : accounts.lockByPhone(tx, challenge.phone);
  return created ?? sameAddress();
}

// Only what was proven signs in: a phone given beside an email waits for its own proof.
function newAccount(challenge: Challenge, now: Date): NewAccount {
  return {
    id: challenge.userId,
    email: challenge.email || null,
    phone: challenge.phone || null,
    signInPhone: challenge.channel === 'PHONE' ? challenge.phone : null,
    firstName: challenge.firstName,
    lastName: challenge.lastName,
    country: challenge.country,
    preferredLanguage: challenge.language,
    ...sourceOf(challenge.intent),
    referrerId: challenge.intent.referrerId,
    invitationId: challenge.intent.invitationId,
    signUpIp: challenge.ip,
    createdAt: now,
  };
}
