import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { NAMESPACE } from '../namespace.ts';
import { ownCache, type SharedCache, type SharedCacheOptions, type SharedCaches } from '../shared-caches.ts';
import type { Redis } from './open-redis.ts';

const PREFIX = `${NAMESPACE}:cache`;

/**
 * Caches that all processes on one Redis share, behind a cache in each process. While Redis is down, hangs or is full,
 * only the cache in the process is used.
 */
export function redisSharedCaches(redis: Redis, { clock }: { clock: Clock }): SharedCaches {
  return {
    open<T>(name: string, { maxEntries, schema }: SharedCacheOptions<T>): SharedCache<T> {
      const own = ownCache<T>({ maxEntries, clock });
      const lentSchema = z.object({ value: schema, until: z.number() });
      const keyOf = (key: string) => `${PREFIX}:${name}:${key}`;

      async function openCell(key: string) {
        if (!redis.isUp()) return undefined;
        try {
          const text = await redis.commands.get(keyOf(key));
          return text === null ? undefined : lentSchema.parse(JSON.parse(text));
        } catch {
          return undefined;
        }
      }

      return {
        async find(key, isGood) {
          const mine = own.find(key, isGood);
          if (mine !== undefined) return mine;
          const found = await openCell(key);
          if (!found || !isGood(found.value)) return undefined;
          own.set(key, found.value, new Date(found.until));
          return found.value;
        },
        set(key, value, until) {
          own.set(key, value, until);
          const ttlMs = until.getTime() - clock.now().getTime();
          if (ttlMs <= 0 || !redis.isUp()) return;
          const text = JSON.stringify({ value, until: until.getTime() });
          redis.commands.set(keyOf(key), text, 'PX', ttlMs).catch(() => {});
        },
      };
    },
  };
}
