import { randomBytes } from 'node:crypto';
import { newId } from '@marquee/data/ids';
import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import { networkOf } from '@marquee/runtime/network';
import type { IdentityWrite } from '../resources.ts';
import { type Browser, deviceOf, languageOf, placeOf } from '../session/browser.ts';
import { challengeIssued } from './challenge-events.ts';
import { type ChallengeSecrets, sameBytes } from './challenge-secrets.ts';
import type { Challenge, Channel, NoticePurpose } from './challenges.ts';
import * as challenges from './challenges.ts';
import { readIntent } from './sign-in-intent.ts';

const MINUTE_MS = 60_000;
const SECRET_HASH_BYTES = 32;

/** The browser that starts a challenge, with the cookie by which it owns it, and whether it may have a message sent. */
export type StartingBrowser = Browser & { browserToken: string; maySend: boolean };

/** For whom a challenge is, and what it is about. */
export type NewChallenge = Pick<Challenge, 'purpose' | 'channel' | 'accountId' | 'intent'> &
  Partial<Pick<Challenge, 'email' | 'phone' | 'firstName' | 'lastName' | 'country' | 'sessionId'>>;

/**
 * Starts a challenge for a browser and has its link or code sent. One whose address has been sent enough takes the same
 * path, so that it looks the same: no link or code meets it.
 */
export async function issueChallenge(
  { tx, emit, clock, secrets }: IdentityWrite,
  browser: StartingBrowser,
  started: NewChallenge,
): Promise<Challenge> {
  const now = clock.now();
  const id = newId();
  const challenge: Challenge = {
    ...{ email: '', phone: '', firstName: '', lastName: '', country: '', sessionId: null },
    ...started,
    id,
    userId: newId(),
    browserHash: secrets.browserHash(browser.browserToken),
    generation: 1,
    secretHash: browser.maySend ? secretHash(secrets, { ...started, id, generation: 1 }) : unmet(),
    replacedHashes: [],
    tries: 0,
    device: deviceOf(browser),
    place: placeOf(browser),
    language: languageOf(browser),
    ip: networkOf(browser.ip),
    startedAt: now,
    expiresAt: expiryOf(started.channel, now),
    ...{ secretExpiresAt: null, metAt: null, endedAt: null, metAccountId: null },
  };
  await challenges.insert(tx, challenge);
  await emit(challengeIssued(challenge));
  return challenge;
}

type UndoLink = Pick<
  Challenge,
  'purpose' | 'channel' | 'accountId' | 'email' | 'phone' | 'device' | 'place' | 'language' | 'ip' | 'expiresAt'
>;

/** Has a notice sent to an address that was changed, with a link that takes it back. No browser started it. */
export function issueUndoLink(write: IdentityWrite, link: UndoLink): Promise<void> {
  const id = newId();
  return issueUnasked(write, id, link, secretHash(write.secrets, { ...link, id, generation: 1 }));
}

type Notice = Omit<UndoLink, 'purpose'> & { purpose: NoticePurpose };

/** Has a notice sent that nothing meets. */
export function issueNotice(write: IdentityWrite, notice: Notice): Promise<void> {
  return issueUnasked(write, newId(), notice, unmet());
}

async function issueUnasked(
  { tx, emit, clock }: IdentityWrite,
  id: string,
  link: UndoLink,
  secret: Buffer,
): Promise<void> {
  const { purpose, channel, accountId, email, phone, device, place, language, ip, expiresAt } = link;
  const challenge: Challenge = {
    ...{ purpose, channel, accountId, email, phone, device, place, language, ip, expiresAt },
    ...{ firstName: '', lastName: '', country: '', intent: readIntent({}), sessionId: null },
    id,
    userId: newId(),
    browserHash: unmet(),
    generation: 1,
    secretHash: secret,
    replacedHashes: [],
    tries: 0,
    startedAt: clock.now(),
    ...{ secretExpiresAt: null, metAt: null, endedAt: null, metAccountId: null },
  };
  await challenges.insert(tx, challenge);
  await emit(challengeIssued(challenge));
}

/** The hash of what meets the challenge. */
export function secretHash(
  secrets: ChallengeSecrets,
  challenge: Pick<Challenge, 'id' | 'generation' | 'channel' | 'purpose'>,
): Buffer {
  if (challenges.isLink(challenge)) return secrets.linkHash(secrets.linkToken(challenge));
  return secrets.codeHash(challenge.id, secrets.code(challenge));
}

/** The hash of no secret. */
export function unmet(): Buffer {
  return randomBytes(SECRET_HASH_BYTES);
}

/** True when the secret is the one of this generation: neither replaced, nor of a message that is not sent. */
export function isToBeSent(secrets: ChallengeSecrets, challenge: Challenge): boolean {
  return sameBytes(secretHash(secrets, challenge), challenge.secretHash);
}

/** Links live longer than codes [AUT-19]. */
export function expiryOf(channel: Channel, now: Date): Date {
  const minutes = channel === 'EMAIL' ? CHALLENGE_LIMITS.linkMinutes : CHALLENGE_LIMITS.codeMinutes;
  return new Date(now.getTime() + minutes * MINUTE_MS);
}
