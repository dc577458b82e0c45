import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import { normalizeEmail } from '@marquee/rules/email';
import { withPlus } from '@marquee/rules/phone';
import type { IdentityResources } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { resendAddressMissing, resendFailed, sessionExpired } from './challenge-errors.ts';
import { type Challenge, challengeStore } from './challenge-store.ts';
import { challengeIssued, expiryOf, secretHash } from './issue-challenge.ts';
import { lockOwnChallenge } from './own-challenge.ts';
import { limitSending } from './sign-in-limits.ts';

export type ResendChallenge = { session: string; email: string; phoneNumber: string };

const HOUR_MS = 60 * 60_000;

/** Sends a new link or code: what was sent before works no more [AUT-09]. */
export async function resendChallenge(
  resources: IdentityResources,
  browser: Browser,
  input: ResendChallenge,
): Promise<Challenge> {
  const name = { session: input.session, userId: '' };
  const own = await resources.db.transaction((tx) => lockOwnChallenge(resources, tx, browser, name));
  if (!own) throw sessionExpired();
  const given = own.channel === 'EMAIL' ? normalizeEmail(input.email) : withPlus(input.phoneNumber);
  if (given === '') throw resendAddressMissing(own.channel);
  if (given !== (own.channel === 'EMAIL' ? own.email : own.phone)) throw resendFailed(own.channel);
  await limitSending(resources, browser, given);
  return issueNextGeneration(resources, own.id);
}

function issueNextGeneration({ db, outbox, clock, secrets }: IdentityResources, id: string): Promise<Challenge> {
  return db.transaction(async (tx) => {
    const challenge = await challengeStore.lock(tx, id);
    const now = clock.now();
    if (!challenge) throw sessionExpired();
    if (!mayResend(challenge, now)) throw resendFailed(challenge.channel);

    const next = {
      ...challenge,
      generation: challenge.generation + 1,
      tries: 0,
      expiresAt: expiryOf(challenge.channel, now),
    };
    const hash = secretHash(secrets, next);
    await challengeStore.setGeneration(tx, id, next.generation, hash, next.expiresAt);
    await outbox.append(tx, challengeIssued(next));
    return { ...next, secretHash: hash };
  });
}

// A code that ran out may be sent again from the same screen, for an hour.
function mayResend({ metAt, endedAt, generation, startedAt }: Challenge, now: Date): boolean {
  if (metAt || endedAt || generation > CHALLENGE_LIMITS.resendsMax) return false;
  return now.getTime() - startedAt.getTime() < HOUR_MS;
}
