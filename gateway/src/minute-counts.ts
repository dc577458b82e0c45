import { atMost } from '@marquee/runtime/at-most';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const KEYS_MAX = 20_000;

/** How often something happened to each key within the minute that began with the first time. Bounded: the key that happened longest ago is forgotten. */
export class MinuteCounts {
  readonly #minutes = new LRUCache<string, { since: number; count: number }>(atMost(KEYS_MAX));
  readonly #now: () => number;

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  of(key: string): number {
    const minute = this.#minutes.get(key);
    return minute && this.#now() - minute.since < MINUTE_MS ? minute.count : 0;
  }

  add(key: string): void {
    const minute = this.of(key) > 0 ? this.#minutes.get(key) : undefined;
    if (minute) minute.count += 1;
    else this.#minutes.set(key, { since: this.#now(), count: 1 });
  }
}
