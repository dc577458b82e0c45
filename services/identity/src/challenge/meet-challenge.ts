import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { signedIn } from '../account/account-events.ts';
import { type Account, accountStore } from '../account/account-store.ts';
import { createAccount } from '../account/create-account.ts';
import type { IdentityResources } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { sessionStore } from '../session/session-store.ts';
import { accountSuspended, attemptExpired, staffNeedsPasskey } from './challenge-errors.ts';
import { type Challenge, challengeStore } from './challenge-store.ts';
import { sourceOf } from './sign-in-intent.ts';

/** How long a browser may come for the session of a challenge that was met at the last moment. */
const FETCH_MS = 10 * 60_000;
const SESSION_LIFE_MS = 90 * 24 * 60 * 60_000;

type Resources = Pick<IdentityResources, 'outbox' | 'clock' | 'secrets' | 'staffWithoutPasskey'>;

/** Somebody who is signed in now. */
export type SignedIn = { account: Account; sessionToken: string; challenge: Challenge };

/**
 * Notes that the challenge was met and gives its account, made now if it is new; the caller holds the challenge's row.
 * Meeting twice changes nothing.
 */
export async function meetChallenge(resources: Resources, tx: Tx, challenge: Challenge): Promise<Account> {
  const { clock, staffWithoutPasskey } = resources;
  const account = await accountOf(resources, tx, challenge);
  if (!account) throw attemptExpired();
  if (account.suspendedAt) throw accountSuspended();
  if (account.roles.length > 0 && !staffWithoutPasskey) throw staffNeedsPasskey();
  if (challenge.metAt) return account;

  const now = clock.now();
  const fetchBy = new Date(Math.max(challenge.expiresAt.getTime(), now.getTime() + FETCH_MS));
  await challengeStore.setMet(tx, challenge.id, account.id, now, fetchBy);
  return account;
}

async function accountOf({ outbox, clock }: Resources, tx: Tx, challenge: Challenge): Promise<Account | undefined> {
  const known = challenge.metAccountId ?? challenge.accountId;
  if (known) return accountStore.lockForUpdate(tx, known);
  if (challenge.purpose !== 'CREATE_ACCOUNT') return undefined;
  const created = await createAccount(outbox, tx, newAccount(challenge, clock.now()));
  // Another challenge for the same address was met first: its account is this person's.
  if (created) return created;
  return challenge.channel === 'EMAIL'
    ? accountStore.lockByEmail(tx, challenge.email)
    : accountStore.lockByPhone(tx, challenge.phone);
}

// Only what was proven signs in: a phone given beside an email waits for its own proof.
function newAccount(challenge: Challenge, now: Date) {
  return {
    id: challenge.userId,
    email: challenge.email || null,
    phone: challenge.phone || null,
    signInPhone: challenge.channel === 'PHONE' ? challenge.phone : null,
    firstName: challenge.firstName,
    lastName: challenge.lastName,
    country: challenge.country,
    ...sourceOf(challenge.intent),
    referrerId: challenge.intent.referrerId,
    invitationId: challenge.intent.invitationId,
    signUpIp: challenge.ip,
    createdAt: now,
  };
}

/**
 * Signs in the browser that started a met challenge: one session, however often and from however many tabs it asks
 * [AUT-20].
 */
export async function openSession(
  { outbox, clock, secrets }: Resources,
  tx: Tx,
  browser: Browser,
  challenge: Challenge,
  account: Account,
): Promise<SignedIn> {
  const sessionToken = secrets.sessionToken(challenge, browser.challengeToken);
  if (challenge.sessionId) {
    const session = await sessionStore.find(tx, challenge.sessionId);
    if (!session || session.endedAt) throw attemptExpired();
    return { account, sessionToken, challenge };
  }
  const now = clock.now();
  const session = {
    id: newId(),
    accountId: account.id,
    tokenHash: secrets.sessionHash(sessionToken),
    device: challenge.device,
    place: challenge.place,
    ip: challenge.ip,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_LIFE_MS),
  };
  await sessionStore.insert(tx, session);
  await challengeStore.setSession(tx, challenge.id, session.id);
  await outbox.append(tx, signedIn(session));
  const current = await accountStore.setSignedIn(tx, account.id, challenge.channel === 'EMAIL', now);
  return { account: current ?? account, sessionToken, challenge };
}
