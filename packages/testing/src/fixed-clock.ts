import type { Clock } from '@marquee/runtime/clock';

export type FixedClock = Clock & {
  set(iso: string | Date): void;
  /** Advances the clock. */
  advance(ms: number): void;
};

/** A clock that only moves when it is advanced. */
export function fixedClock(iso: string): FixedClock {
  let time = new Date(iso).getTime();
  return {
    now: () => new Date(time),
    set: (to) => {
      time = new Date(to).getTime();
    },
    advance: (ms) => {
      time += ms;
    },
  };
}
