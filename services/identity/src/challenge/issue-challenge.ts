import { randomBytes } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { ChallengeIssuedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { newId } from '@marquee/data/ids';
import type { DomainEvent } from '@marquee/events/outbox';
import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import type { IdentityResources } from '../resources.ts';
import { type Browser, deviceOf, placeOf, truncatedIp } from '../session/browser.ts';
import type { ChallengeSecrets } from './challenge-secrets.ts';
import { type Challenge, type Channel, challengeStore, type Purpose } from './challenge-store.ts';
import type { SignInIntent } from './sign-in-intent.ts';

const MINUTE_MS = 60_000;
const SECRET_HASH_BYTES = 32;

/** A challenge as its browser knows it, with the cookie that makes it this browser's. */
export type StartedChallenge = { challenge: Challenge; browserToken: string };

type ChallengeWish = {
  purpose: Purpose;
  channel: Channel;
  accountId: string | null;
  email: string;
  phone: string;
  firstName: string;
  lastName: string;
  country: string;
  intent: SignInIntent;
};

/**
 * Starts a challenge for a browser; notification is told to send its link or code. A sign-in for nobody takes the same
 * way, so that nothing tells it from one that is for somebody.
 */
export async function issueChallenge(
  { db, outbox, clock, secrets }: IdentityResources,
  browser: Browser,
  wish: ChallengeWish,
): Promise<StartedChallenge> {
  const browserToken = secrets.newBrowserToken();
  const now = clock.now();
  const id = newId();
  const issued = {
    ...wish,
    id,
    userId: newId(),
    browserHash: secrets.browserHash(browserToken),
    generation: 1,
    secretHash: secretHash(secrets, { ...wish, id, generation: 1 }),
    tries: 0,
    device: deviceOf(browser),
    place: placeOf(browser),
    ip: truncatedIp(browser.ip),
    startedAt: now,
    expiresAt: expiryOf(wish.channel, now),
  };
  await db.transaction(async (tx) => {
    await challengeStore.insert(tx, issued);
    await outbox.append(tx, challengeIssued(issued));
  });
  return { challenge: { ...issued, metAt: null, endedAt: null, metAccountId: null, sessionId: null }, browserToken };
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

export function isDecoy({ purpose, accountId }: Pick<Challenge, 'purpose' | 'accountId'>): boolean {
  return purpose === 'SIGN_IN' && accountId === null;
}

/** Links live longer than codes [AUT-19]. */
export function expiryOf(channel: Channel, now: Date): Date {
  const minutes = channel === 'EMAIL' ? CHALLENGE_LIMITS.linkMinutes : CHALLENGE_LIMITS.codeMinutes;
  return new Date(now.getTime() + minutes * MINUTE_MS);
}

export function challengeIssued({ id, generation }: Pick<Challenge, 'id' | 'generation'>): DomainEvent {
  return {
    schema: ChallengeIssuedSchema,
    message: create(ChallengeIssuedSchema, { challengeId: id, generation }),
    aggregateType: 'challenge',
    aggregateId: id,
    aggregateVersion: BigInt(generation),
  };
}
