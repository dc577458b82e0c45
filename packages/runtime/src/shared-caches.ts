import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Clock } from './clock.ts';

export type SharedCacheOptions<T> = {
  /** How many values each process keeps for itself. */
  maxEntries: number;
  /** What a value is: another process, perhaps of another release, may have put it there. */
  schema: z.ZodType<T>;
};

/** Values that processes lend each other. Each may be gone at any time. */
export type SharedCache<T> = {
  /** The kept value that `isGood`: this process's own, or else what another has put there. Never rejects. */
  find(key: string, isGood: (value: T) => boolean): Promise<T | undefined>;
  /** Keeps a value until then: here at once, for others as soon as may be. */
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

/** What one process keeps: bounded in number, each value until its own time. */
export function ownCache<T>({ maxEntries, clock }: { maxEntries: number; clock: Clock }): OwnCache<T> {
  const now = () => clock.now().getTime();
  const entries = new LRUCache<string, { value: T }>({ max: maxEntries, perf: { now }, ttlResolution: 0 });
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
