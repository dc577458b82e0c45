import { randomFrom } from '@marquee/ledger/testing/random-operations';
import { DomainError } from '@marquee/runtime/errors';
import type { Crashes } from './crashing.ts';

export type WalkTally = Record<string, number>;

const REPEATS_MAX = 100;

/**
 * What random operations are made of: the same seed is the same operations with the same crashes, but for the order in which a
 * provider's events of several payments are sent at once.
 */
export type RandomWalk = {
  random(): number;
  /** A whole number from 0 to below this. */
  pick(below: number): number;
  anyOf<T>(list: readonly T[]): T;
  uuid(): string;
  crashes: Crashes;
  /** Whether anything crashes; nothing does at first. */
  setCrashing(isCrashing: boolean): void;
  /** How often each thing happened, was refused and crashed. */
  tally: WalkTally;
  /** Does something until it has come to its end without a crash, as its client or the sweeper would; undefined where it is refused. */
  through<T>(what: string, work: () => Promise<T>): Promise<T | undefined>;
  /** @throws Error with the seed */
  differ(what: string): never;
};

/** @param rate how likely each step crashes, from 0 to 1 */
export function randomWalk(seed: number, rate: number): RandomWalk {
  const random = randomFrom(seed);
  const pick = (below: number) => Math.floor(random() * below);
  let isCrashing = false;
  const crashes: Crashes = {
    happened: false,
    next: () => {
      if (!isCrashing || random() >= rate) return undefined;
      return (['BEFORE', 'BEFORE_COMMIT', 'AFTER'] as const)[pick(3)];
    },
  };
  const tally: WalkTally = { crashed: 0 };
  const note = (what: string) => {
    tally[what] = (tally[what] ?? 0) + 1;
  };
  const differ = (what: string): never => {
    throw new Error(`seed ${seed}: ${what}`);
  };
  return {
    ...{ random, pick, crashes, tally, differ },
    setCrashing(value) {
      isCrashing = value;
    },
    anyOf: (list) => list[pick(list.length)] ?? differ('there is nothing to choose from'),
    uuid() {
      const hex = Array.from({ length: 32 }, () => pick(16).toString(16)).join('');
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
    async through(what, work) {
      for (let n = 0; n < REPEATS_MAX; n += 1) {
        crashes.happened = false;
        try {
          const value = await work();
          if (!crashes.happened) {
            note(what);
            return value;
          }
        } catch (error) {
          if (!crashes.happened) {
            if (!(error instanceof DomainError)) throw error;
            note(`${what}: ${error.reason}`);
            return undefined;
          }
        }
        note('crashed');
      }
      return differ('something crashed too often');
    },
  };
}
