import { existing } from '@marquee/data/existing';
import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import { normalizeEmail } from '@marquee/rules/email';
import { withPlus } from '@marquee/rules/phone';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { withBrowserSchema } from '../session/browser.ts';
import {
  resendAddressMissing,
  resendFailed,
  resendsUsedUp,
  resendTooSoon,
  sessionExpired,
} from './challenge-errors.ts';
import { challengeIssued } from './challenge-events.ts';
import type { Challenge } from './challenges.ts';
import * as challenges from './challenges.ts';
import { expiryOf, secretHash } from './issue-challenge.ts';
import { findOwnChallenge } from './own-challenge.ts';
import { countSending } from './sign-in-limits.ts';

const HOUR_MS = 3_600_000;

export const resendChallengeSchema = withBrowserSchema.extend({
  session: z.string(),
  email: z.string().transform(normalizeEmail),
  phoneNumber: z.string().transform(withPlus),
});
type ResendChallenge = z.output<typeof resendChallengeSchema>;

/** A challenge, and whether its message may be sent. */
type Resendable = { challenge: Challenge; maySend: boolean };

/** The challenge that this browser asks to send again to the address that its screen shows; counts the message. */
export async function requireResendable(
  resources: IdentityResources,
  _viewer: Viewer,
  { browser, session, email, phoneNumber }: ResendChallenge,
): Promise<Resendable> {
  const own = await findOwnChallenge(resources, browser, { session, userId: '' });
  if (!own) throw sessionExpired();
  const given = own.channel === 'EMAIL' ? email : phoneNumber;
  if (given === '') throw resendAddressMissing(own.channel);
  if (given !== challenges.addressOf(own)) throw resendFailed(own.channel);
  return { challenge: own, maySend: await countSending(resources, browser, own.channel, given) };
}

/**
 * Sends a new link or code, which replaces the one before [AUT-09]. Where the address has been sent enough, nothing is
 * sent, and what was sent before stays good for its time; the answer is the same.
 */
export async function resendChallenge(
  write: IdentityWrite,
  _viewer: Viewer,
  _input: ResendChallenge,
  { challenge: { id }, maySend }: Resendable,
): Promise<Challenge> {
  const { tx, emit, clock, secrets } = write;
  const challenge = existing(await challenges.lock(tx, id), 'the challenge of this browser');
  const now = clock.now();
  requireOpenForResend(challenge, now);
  const waitS = resendAfterS(challenge, write);
  if (waitS > 0) throw resendTooSoon(waitS);

  const next = {
    ...challenge,
    generation: challenge.generation + 1,
    expiresAt: expiryOf(challenge.channel, now),
    secretExpiresAt: maySend ? null : (challenge.secretExpiresAt ?? challenge.expiresAt),
  };
  if (maySend) await challenges.setGeneration(tx, { ...next, secretHash: secretHash(secrets, next) });
  else await challenges.keepSecret(tx, next);
  await emit(challengeIssued(next));
  return next;
}

// An expired code may be sent again from the same screen, for an hour.
function requireOpenForResend(challenge: Challenge, now: Date): void {
  const { channel, metAt, endedAt, startedAt } = challenge;
  if (metAt || endedAt) throw resendFailed(channel);
  if (now.getTime() - startedAt.getTime() >= HOUR_MS) throw sessionExpired();
  if (areResendsUsedUp(challenge)) throw resendsUsedUp(channel);
}

/** True when the message of a challenge was sent again as often as it may be. */
export function areResendsUsedUp({ generation }: Pick<Challenge, 'generation'>): boolean {
  return generation > CHALLENGE_LIMITS.resendsMax;
}

/** In how many seconds the message of a challenge that waits to be met may be sent again; 0 for now. */
export function resendAfterS(
  { channel, expiresAt }: Pick<Challenge, 'channel' | 'expiresAt'>,
  { clock, config }: Pick<IdentityResources, 'clock' | 'config'>,
): number {
  const sentAgoMs = expiryOf(channel, clock.now()).getTime() - expiresAt.getTime();
  const waitS = Math.floor(CHALLENGE_LIMITS.resendWaitS / config.SIGN_IN_LIMITS_SCALE);
  return Math.max(0, Math.ceil(waitS - sentAgoMs / 1_000));
}
