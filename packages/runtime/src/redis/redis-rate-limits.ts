import { RateLimiterRedis } from 'rate-limiter-flexible';
import { NAMESPACE } from '../namespace.ts';
import { memoryLimiter, type RateLimits, rateLimitsOf } from '../rate-limits.ts';
import type { Redis } from './open-redis.ts';

const PREFIX = `${NAMESPACE}:rate`;

/**
 * Counters that all processes on one Redis share. While Redis is down each process counts for itself from zero, so that
 * at most the limit passes in each. A key that reached its limit is refused without asking Redis again.
 */
export function redisRateLimits(redis: Redis): RateLimits {
  return rateLimitsOf(
    (name, limit) =>
      new RateLimiterRedis({
        storeClient: redis.commands,
        rejectIfRedisNotReady: true,
        keyPrefix: `${PREFIX}:${name}`,
        points: limit.points,
        duration: limit.durationS,
        inMemoryBlockOnConsumed: limit.points,
        insuranceLimiter: memoryLimiter(name, limit),
      }),
  );
}
