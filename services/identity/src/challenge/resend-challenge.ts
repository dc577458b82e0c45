import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import { normalizeEmail } from '@marquee/rules/email';
import { withPlus } from '@marquee/rules/phone';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import { resendAddressMissing, resendFailed, sessionExpired } from './challenge-errors.ts';
import { challengeIssued } from './challenge-events.ts';
import type { Challenge } from './challenges.ts';
import * as challenges from './challenges.ts';
import { expiryOf, secretHash } from './issue-challenge.ts';
import { findOwnChallenge } from './own-challenge.ts';
import { limitSending } from './sign-in-limits.ts';

const HOUR_MS = 3_600_000;

export const resendChallengeSchema = z.object({
  session: z.string(),
  email: z.string().transform(normalizeEmail),
  phoneNumber: z.string().transform(withPlus),
});
type ResendChallenge = z.output<typeof resendChallengeSchema>;

/** The challenge that this browser may have sent again to the address that its screen shows; counts the message. */
export async function requireResendable(
  resources: IdentityResources,
  browser: Browser,
  { session, email, phoneNumber }: ResendChallenge,
): Promise<Challenge> {
  const own = await findOwnChallenge(resources, browser, { session, userId: '' });
  if (!own) throw sessionExpired();
  const given = own.channel === 'EMAIL' ? email : phoneNumber;
  if (given === '') throw resendAddressMissing(own.channel);
  if (given !== (own.channel === 'EMAIL' ? own.email : own.phone)) throw resendFailed(own.channel);
  await limitSending(resources, browser, given);
  return own;
}

/** Sends a new link or code, which replaces the one before [AUT-09]. */
export async function resendChallenge(
  { tx, emit, clock, secrets }: IdentityWrite,
  _viewer: Viewer,
  _input: ResendChallenge,
  { id }: Challenge,
): Promise<Challenge> {
  const challenge = await challenges.lock(tx, id);
  const now = clock.now();
  if (!challenge) throw sessionExpired();
  if (!mayResend(challenge, now)) throw resendFailed(challenge.channel);

  const generation = challenge.generation + 1;
  const next = {
    ...challenge,
    generation,
    secretHash: secretHash(secrets, { ...challenge, generation }),
    tries: 0,
    expiresAt: expiryOf(challenge.channel, now),
  };
  await challenges.setGeneration(tx, next);
  await emit(challengeIssued(next));
  return next;
}

// An expired code may be sent again from the same screen, for an hour.
function mayResend({ metAt, endedAt, generation, startedAt }: Challenge, now: Date): boolean {
  if (metAt || endedAt || generation > CHALLENGE_LIMITS.resendsMax) return false;
  return now.getTime() - startedAt.getTime() < HOUR_MS;
}
