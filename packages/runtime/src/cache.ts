import { LRUCache } from 'lru-cache';
import { atMost } from './at-most.ts';
import type { Clock } from './clock.ts';

/** Values by key, bounded in number and age; one load at a time per key. */
export type Cache<T> = {
  /** The cached value, or the result of `load`, shared by simultaneous callers. Failures are not cached. */
  get(key: string, load: () => Promise<T>): Promise<T>;
  /** The cached value, without loading. */
  peek(key: string): T | undefined;
  set(key: string, value: T): void;
  /** Removes the key; a running load is returned to its callers, but not cached. */
  delete(key: string): void;
  clear(): void;
};

/** A cache in memory. `ttlMs` counts from when the value was stored. */
export function createCache<T>(options: { maxEntries: number; ttlMs: number; clock?: Clock }): Cache<T> {
  const { clock } = options;
  const entries = new LRUCache<string, { value: T }>({
    ...atMost(options.maxEntries),
    ttl: options.ttlMs,
    ...(clock && { perf: { now: () => clock.now().getTime() }, ttlResolution: 0 }),
  });
  const loading = new Map<string, Promise<T>>();

  async function start(key: string, load: () => Promise<T>): Promise<T> {
    const flight = load();
    loading.set(key, flight);
    try {
      const value = await flight;
      if (loading.get(key) === flight) entries.set(key, { value });
      return value;
    } finally {
      if (loading.get(key) === flight) loading.delete(key);
    }
  }

  return {
    async get(key, load) {
      const kept = entries.get(key);
      if (kept) return kept.value;
      return loading.get(key) ?? start(key, load);
    },
    peek: (key) => entries.get(key)?.value,
    set(key, value) {
      loading.delete(key);
      entries.set(key, { value });
    },
    delete(key) {
      loading.delete(key);
      entries.delete(key);
    },
    clear() {
      loading.clear();
      entries.clear();
    },
  };
}
