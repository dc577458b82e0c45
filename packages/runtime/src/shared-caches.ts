import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { atMost } from './at-most.ts';
import type { Clock } from './clock.ts';

export type SharedCacheOptions<T> = {
  /** The maximum of values in each process. */
  maxEntries: number;
  /** Validates a value, which a process of another release may have stored. */
  schema: z.ZodType<T>;
};

/** Values that processes share. Each may be evicted at any time. */
export type SharedCache<T> = {
  /** A cached value for which `isGood` holds: of this process, or else of another. Never rejects. */
  find(key: string, isGood: (value: T) => boolean): Promise<T | undefined>;
  /** Caches a value until then: here at once, for other processes soon. */
  set(key: string, value: T, until: Date): void;
};

/** Caches by name. Every adapter passes shared-caches-contract.ts. */
export type SharedCaches = {
  open<T>(name: string, options: SharedCacheOptions<T>): SharedCache<T>;
};

type OwnCache<T> = {
  find(key: string, isGood: (value: T) => boolean): T | undefined;
  set(key: string, value: T, until: Date): void;
};

/** The cache of one process: bounded in number, each value until its own expiry. */
export function ownCache<T>({ maxEntries, clock }: { maxEntries: number; clock: Clock }): OwnCache<T> {
  const now = () => clock.now().getTime();
  const entries = new LRUCache<string, { value: T }>({ ...atMost(maxEntries), perf: { now }, ttlResolution: 0 });
  return {
    find(key, isGood) {
      const kept = entries.get(key);
      return kept && isGood(kept.value) ? kept.value : undefined;
    },
    set(key, value, until) {
      const ttl = until.getTime() - now();
      if (ttl > 0) entries.set(key, { value }, { ttl });
      else entries.delete(key);
    },
  };
}

/** Caches of one process. */
export function memorySharedCaches({ clock }: { clock: Clock }): SharedCaches {
  const opened = new Map<string, OwnCache<unknown>>();
  return {
    open<T>(name: string, { maxEntries }: SharedCacheOptions<T>): SharedCache<T> {
      const own = (opened.get(name) ?? ownCache({ maxEntries, clock })) as OwnCache<T>;
      opened.set(name, own as OwnCache<unknown>);
      return { find: async (key, isGood) => own.find(key, isGood), set: own.set };
    },
  };
}
