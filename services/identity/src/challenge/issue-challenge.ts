import { randomBytes } from 'node:crypto';
import { newId } from '@marquee/data/ids';
import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import type { IdentityWrite } from '../resources.ts';
import { type Browser, deviceOf, placeOf, truncatedIp } from '../session/browser.ts';
import { challengeIssued } from './challenge-events.ts';
import type { ChallengeSecrets } from './challenge-secrets.ts';
import type { Challenge, Channel } from './challenges.ts';
import * as challenges from './challenges.ts';

const MINUTE_MS = 60_000;
const SECRET_HASH_BYTES = 32;

/** The browser that starts a challenge, with the cookie by which it owns it. */
export type StartingBrowser = Browser & { browserToken: string };

/** For whom a challenge is, and what it is about. */
export type NewChallenge = Pick<Challenge, 'purpose' | 'channel' | 'accountId' | 'intent'> &
  Partial<Pick<Challenge, 'email' | 'phone' | 'firstName' | 'lastName' | 'country'>>;

/**
 * Starts a challenge for a browser and has its link or code sent. A sign-in without an account takes the same path, so
 * that the two cannot be told apart.
 */
export async function issueChallenge(
  { tx, emit, clock, secrets }: IdentityWrite,
  browser: StartingBrowser,
  started: NewChallenge,
): Promise<Challenge> {
  const now = clock.now();
  const id = newId();
  const challenge: Challenge = {
    ...{ email: '', phone: '', firstName: '', lastName: '', country: '' },
    ...started,
    id,
    userId: newId(),
    browserHash: secrets.browserHash(browser.browserToken),
    generation: 1,
    secretHash: secretHash(secrets, { ...started, id, generation: 1 }),
    tries: 0,
    device: deviceOf(browser),
    place: placeOf(browser),
    ip: truncatedIp(browser.ip),
    startedAt: now,
    expiresAt: expiryOf(started.channel, now),
    ...{ metAt: null, endedAt: null, metAccountId: null, sessionId: null },
  };
  await challenges.insert(tx, challenge);
  await emit(challengeIssued(challenge));
  return challenge;
}

/** The hash of what meets the challenge; nothing meets a decoy. */
export function secretHash(
  secrets: ChallengeSecrets,
  challenge: Pick<Challenge, 'id' | 'generation' | 'channel' | 'purpose' | 'accountId'>,
): Buffer {
  if (isDecoy(challenge)) return randomBytes(SECRET_HASH_BYTES);
  if (challenge.channel === 'EMAIL') return secrets.linkHash(secrets.linkToken(challenge));
  return secrets.codeHash(challenge.id, secrets.code(challenge));
}

/** True for a sign-in without an account: nothing is sent, and nothing meets it. */
export function isDecoy({ purpose, accountId }: Pick<Challenge, 'purpose' | 'accountId'>): boolean {
  return purpose === 'SIGN_IN' && accountId === null;
}

/** Links live longer than codes [AUT-19]. */
export function expiryOf(channel: Channel, now: Date): Date {
  const minutes = channel === 'EMAIL' ? CHALLENGE_LIMITS.linkMinutes : CHALLENGE_LIMITS.codeMinutes;
  return new Date(now.getTime() + minutes * MINUTE_MS);
}
