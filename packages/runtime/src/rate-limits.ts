import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError, type Wording } from './errors.ts';

export type RateLimit = {
  /** How many are allowed within the duration. */
  points: number;
  durationS: number;
};

/** Counters by name and key. Every adapter passes rate-limits-contract.ts. */
export type RateLimits = {
  /**
   * Takes one point.
   *
   * @throws DomainError EXHAUSTED, RATE_LIMITED; metadata `retryAfterS` holds whole seconds
   */
  consume(name: string, key: string, limit: RateLimit): Promise<void>;
};

/** Counters of one process. */
export function memoryRateLimits(): RateLimits {
  return rateLimitsOf(memoryLimiter);
}

/** A limiter with counters in memory. */
export function memoryLimiter(name: string, limit: RateLimit): RateLimiterMemory {
  return new RateLimiterMemory({ keyPrefix: name, points: limit.points, duration: limit.durationS });
}

/** Rate limits on limiters of one kind, used by every adapter. */
export function rateLimitsOf(make: (name: string, limit: RateLimit) => RateLimiterAbstract): RateLimits {
  const limiters = new Map<string, RateLimiterAbstract>();

  function limiter(name: string, limit: RateLimit): RateLimiterAbstract {
    const known = limiters.get(name);
    if (known && known.points === limit.points && known.duration === limit.durationS) return known;
    const made = make(name, limit);
    limiters.set(name, made);
    return made;
  }

  return {
    async consume(name, key, limit) {
      try {
        await limiter(name, limit).consume(key);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) throw rateLimited(refusal.msBeforeNext);
        throw refusal;
      }
    },
  };
}

/** The rate limits of one service, counted apart from those of other services. */
export function rateLimitsOfService(limits: RateLimits, service: string): RateLimits {
  return { consume: (name, key, limit) => limits.consume(`${service}:${name}`, key, limit) };
}

/** Refuses what was done too often, and says how long to wait: in the text, and as `retryAfterS`. */
export function rateLimited(waitMs: number): DomainError {
  const waitS = Math.max(1, Math.ceil(waitMs / 1000));
  return new DomainError({
    kind: 'EXHAUSTED',
    reason: 'RATE_LIMITED',
    ...waitingMessage(waitS),
    metadata: { retryAfterS: String(waitS) },
  });
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** Rounded up, so that waiting this long is enough: seconds below a minute, minutes up to two hours, then hours. */
function waitingMessage(seconds: number): { message: string; wording: Wording } {
  if (seconds < MINUTE_S) return waiting(WAIT_SECONDS, 'second', seconds);
  if (seconds <= 2 * HOUR_S) return waiting(WAIT_MINUTES, 'minute', Math.ceil(seconds / MINUTE_S));
  return waiting(WAIT_HOURS, 'hour', Math.ceil(seconds / HOUR_S));
}

const WAIT_SECONDS = 'Too many attempts. Please wait {count, plural, one {# second} other {# seconds}} and try again.';
const WAIT_MINUTES = 'Too many attempts. Please wait {count, plural, one {# minute} other {# minutes}} and try again.';
const WAIT_HOURS = 'Too many attempts. Please wait {count, plural, one {# hour} other {# hours}} and try again.';

function waiting(text: string, unit: string, count: number): { message: string; wording: Wording } {
  const time = `${count} ${unit}${count === 1 ? '' : 's'}`;
  const message = `Too many attempts. Please wait ${time} and try again.`;
  return { message, wording: { text, values: { count: String(count) } } };
}
