import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from './errors.ts';

export type RateLimit = {
  /** How many are allowed within the duration. */
  points: number;
  durationS: number;
};

/** Counters by name and key. */
export type RateLimits = {
  /**
   * Takes one point.
   *
   * @throws DomainError EXHAUSTED, RATE_LIMITED; metadata `retryAfterS` holds whole seconds
   */
  consume(name: string, key: string, limit: RateLimit): Promise<void>;
  /** Forgets what was taken. */
  reset(name: string, key: string): Promise<void>;
};

/** Counters of one process. */
export function memoryRateLimits(): RateLimits {
  const limiters = new Map<string, RateLimiterMemory>();

  function limiter(name: string, limit: RateLimit): RateLimiterMemory {
    const known = limiters.get(name);
    if (known && known.points === limit.points && known.duration === limit.durationS) return known;
    const made = new RateLimiterMemory({ keyPrefix: name, points: limit.points, duration: limit.durationS });
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
    async reset(name, key) {
      await limiters.get(name)?.delete(key);
    },
  };
}

function rateLimited(waitMs: number): DomainError {
  return new DomainError({
    kind: 'EXHAUSTED',
    reason: 'RATE_LIMITED',
    message: 'Too many attempts. Please wait a moment and try again.',
    metadata: { retryAfterS: String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });
}
