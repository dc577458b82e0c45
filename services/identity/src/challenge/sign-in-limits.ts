import type { RateLimit, RateLimits } from '@marquee/runtime/rate-limits';
import type { IdentityResources } from '../resources.ts';
import { type Browser, truncatedIp } from '../session/browser.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** By network of the caller, and by the email or phone that is asked for: whoever asks, and whomever it is about. */
const LIMITS = {
  'start-network': { points: 60, durationS: 10 * MINUTE_S },
  'start-target': { points: 10, durationS: 10 * MINUTE_S },
  'start-target-day': { points: 60, durationS: DAY_S },
  'verify-network': { points: 120, durationS: 10 * MINUTE_S },
  // What an attacker may guess of codes of 6 digits in a day: 1 in 10,000.
  'verify-target-day': { points: 100, durationS: DAY_S },
} satisfies Record<string, RateLimit>;

type Limited = Pick<IdentityResources, 'rateLimits' | 'secrets'>;

/** Counts a challenge that is about to be sent. @throws DomainError EXHAUSTED [AUT-19] */
export async function limitSending(resources: Limited, browser: Browser, target: string): Promise<void> {
  await consume(resources, 'start-network', networkOf(browser));
  await consume(resources, 'start-target', targetKey(resources, target));
  await consume(resources, 'start-target-day', targetKey(resources, target));
}

/** Counts a link that is looked at or confirmed, or a code that is tried. */
export async function limitVerifying(resources: Limited, browser: Browser): Promise<void> {
  await consume(resources, 'verify-network', networkOf(browser));
}

/** Counts a code that is tried for an account, whoever tries it. */
export async function limitCodes(resources: Limited, target: string): Promise<void> {
  await consume(resources, 'verify-target-day', targetKey(resources, target));
}

function consume({ rateLimits }: Limited, name: keyof typeof LIMITS, key: string): Promise<void> {
  return rateLimits.consume(name, key, LIMITS[name]);
}

/** Wider limits, for load tests and journeys that all come from one address. */
export function scaledRateLimits(rateLimits: RateLimits, scale: number): RateLimits {
  return {
    ...rateLimits,
    consume: (name, key, { points, durationS }) =>
      rateLimits.consume(name, key, { points: Math.round(points * scale), durationS }),
  };
}

function networkOf(browser: Browser): string {
  return truncatedIp(browser.ip) || 'unknown';
}

// The shared counters hold no addresses.
function targetKey({ secrets }: Limited, target: string): string {
  return secrets.browserHash(target).toString('base64url');
}
