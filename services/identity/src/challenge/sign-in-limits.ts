import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import { DomainError } from '@marquee/runtime/errors';
import { holderOf, networkOf } from '@marquee/runtime/network';
import type { RateLimit, RateLimits } from '@marquee/runtime/rate-limits';
import type { IdentityResources } from '../resources.ts';
import type { Browser } from '../session/browser.ts';
import * as sessions from '../session/sessions.ts';
import type { Challenge, Channel } from './challenges.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/**
 * What one address and one network may ask for, whomever it is about. Browsers that have signed in there have an
 * allowance of their own for the email or phone, so that nobody behind the same address keeps them from signing in.
 */
const ASKING_LIMITS = {
  'start-address': { points: 20, durationS: MINUTE_S },
  'start-known': { points: 60, durationS: 10 * MINUTE_S },
  'start-network': { points: 60, durationS: 10 * MINUTE_S },
  'verify-challenge': { points: 60, durationS: 10 * MINUTE_S },
  'verify-network': { points: 120, durationS: 10 * MINUTE_S },
  'passkey-address': { points: 60, durationS: MINUTE_S },
  'change-account': { points: 20, durationS: DAY_S },
} satisfies Record<string, RateLimit>;

const MESSAGES_OF_ONE = 1 + CHALLENGE_LIMITS.resendsMax;
/** A sign-in whose message is sent again as often as the screen allows, and the start after it. */
const NETWORK_BURST: RateLimit = { points: MESSAGES_OF_ONE + 1, durationS: 10 * MINUTE_S };
/** More than one network has, so that a single one does not use it up. */
const BURST: RateLimit = { points: 2 * MESSAGES_OF_ONE, durationS: 10 * MINUTE_S };

/** What is sent to one email or phone: for one network that asks, and in each of the allowances. */
const SENDING_LIMITS = {
  EMAIL: {
    networkBurst: NETWORK_BURST,
    networkDay: { points: 20, durationS: DAY_S },
    burst: BURST,
    day: { points: 60, durationS: DAY_S },
  },
  // Each code that is sent has 5 tries of 1 in 1,000,000: an attacker's chance in a day is 1 in 10,000.
  PHONE: {
    networkBurst: NETWORK_BURST,
    networkDay: { points: 8, durationS: DAY_S },
    burst: BURST,
    day: { points: 20, durationS: DAY_S },
  },
} satisfies Record<Channel, Record<string, RateLimit>>;

/**
 * Whose burst and day: all strangers', that of browsers that have signed in with the address, or that of networks where
 * its account is signed in. None can use up another's, so that an address is sent three bursts at the most.
 */
type Allowance = 'strangers' | 'known' | 'home';

type Limited = Pick<IdentityResources, 'rateLimits'>;
type Sending = Limited & Pick<IdentityResources, 'secrets' | 'db'>;

/**
 * Counts a link or code that is asked for, and says whether it may be sent. The caller answers alike in both cases:
 * a refusal would tell strangers how often an address is written to, and which browsers have signed in there.
 *
 * @throws DomainError EXHAUSTED when the address, its network or the known browser asks too often [AUT-19]
 */
export async function countSending(
  resources: Sending,
  browser: Browser,
  channel: Channel,
  address: string,
): Promise<boolean> {
  const limits = SENDING_LIMITS[channel];
  const network = networkOfBrowser(browser);
  // The shared counters hold no addresses.
  const key = resources.secrets.browserHash(address).toString('base64url');
  const fits = (name: keyof typeof limits, of: string) =>
    isWithin(resources, `send-${channel}-${name}`, `${key}/${of}`, limits[name]);
  // One after the other: what a burst refuses does not count for the day.
  const fitsAll = async (of: Allowance) => (await fits('burst', of)) && fits('day', of);

  if (browser.knownTokens.includes(resources.secrets.knownToken(address))) {
    await consume(resources, 'start-known', key);
    return fitsAll('known');
  }
  await limitStranger(resources, browser);
  if (!(await fits('networkBurst', network)) || !(await fits('networkDay', network))) return false;
  if (await fitsAll('strangers')) return true;
  return (await sessions.existsFrom(resources.db, address, network)) && fitsAll('home');
}

/**
 * Counts a link that is looked at or confirmed, or a code that is tried: for the challenge of which the browser has the
 * cookie or the link, so that nobody behind the same address uses up its attempts; for the network without one. How many
 * challenges a network has is bounded by the limits of starting, and what may be guessed of each by the challenge itself.
 *
 * @throws DomainError EXHAUSTED [AUT-19]
 */
export async function limitVerifying(
  resources: Limited,
  browser: Browser,
  proven: Pick<Challenge, 'id'> | undefined,
): Promise<void> {
  if (proven) await consume(resources, 'verify-challenge', proven.id);
  else await consume(resources, 'verify-network', networkOfBrowser(browser));
}

/**
 * Counts a ceremony of a passkey that a visitor begins or ends. Nothing can be guessed by them: this bounds the work.
 *
 * @throws DomainError EXHAUSTED
 */
export async function limitPasskeys(resources: Limited, browser: Browser): Promise<void> {
  await consume(resources, 'passkey-address', holderOf(browser.ip) || 'unknown');
}

/**
 * Counts a new email or phone number that an account asks for, so that nobody mails strangers with one.
 *
 * @throws DomainError EXHAUSTED
 */
export async function limitContactChanges(resources: Limited, accountId: string): Promise<void> {
  await consume(resources, 'change-account', accountId);
}

async function limitStranger(resources: Limited, browser: Browser): Promise<void> {
  // One after the other: what its address has used up does not count for the neighbours of the network.
  if (browser.ip) await consume(resources, 'start-address', holderOf(browser.ip));
  await consume(resources, 'start-network', networkOfBrowser(browser));
}

function consume({ rateLimits }: Limited, name: keyof typeof ASKING_LIMITS, key: string): Promise<void> {
  return rateLimits.consume(name, key, ASKING_LIMITS[name]);
}

async function isWithin({ rateLimits }: Limited, name: string, key: string, limit: RateLimit): Promise<boolean> {
  try {
    await rateLimits.consume(name, key, limit);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'RATE_LIMITED') return false;
    throw error;
  }
}

/** Wider limits, for load tests and journeys that all come from one address. */
export function scaledRateLimits(rateLimits: RateLimits, scale: number): RateLimits {
  return {
    ...rateLimits,
    consume: (name, key, { points, durationS }) =>
      rateLimits.consume(name, key, { points: Math.round(points * scale), durationS }),
  };
}

function networkOfBrowser({ ip }: Browser): string {
  return networkOf(ip) || 'unknown';
}
