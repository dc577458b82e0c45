import { every, type Periodic } from '@marquee/data/every';
import type { Logger } from '@marquee/runtime/log';
import type { Redis } from '@marquee/runtime/redis/open-redis';
import { clockSkewSeconds } from '@marquee/runtime/telemetry/instruments';
import { CLOCK_SKEW_S } from '@marquee/runtime/viewer-token';

/** Compares the clock of this process with one that all processes share. */
export type ClockWatch = {
  /** Asks the shared clock for milliseconds since 1970. Rejects as the question does. */
  compare(ask: () => Promise<number>): Promise<void>;
};

/** Beyond it other processes refuse the tokens of this one, and it refuses theirs. */
const SKEW_MS_MAX = CLOCK_SKEW_S * 1_000;

/**
 * Watches the clock of this process. `report` learns what is wrong with it, or that nothing is, whenever that changes. The
 * time that the question took counts for the process: the difference is at least what is measured.
 */
export function watchClock({ log, report }: { log: Logger; report(problem: string | undefined): void }): ClockWatch {
  let known: string | undefined;
  let skewMs: number | undefined;
  clockSkewSeconds.watch(() => (skewMs === undefined ? undefined : skewMs / 1_000));

  function tell(problem: string | undefined): void {
    if (problem === known) return;
    const isChange = problem === undefined || known === undefined;
    known = problem;
    report(problem);
    if (!isChange) return;
    if (problem === undefined) log.info('the clock of this process is right again');
    else log.warn(problem);
  }

  return {
    async compare(ask) {
      const [asked, begun] = [Date.now(), performance.now()];
      const theirs = await ask();
      const roundTripMs = performance.now() - begun;
      skewMs = skewOf(asked, theirs, roundTripMs);
      tell(Math.abs(skewMs) > SKEW_MS_MAX ? describe(skewMs) : undefined);
    },
  };
}

const REDIS_EVERY_MS = 2_000;

/** Compares the clock with that of Redis until it is closed, for a process without a database. */
export function compareWithRedis(clock: ClockWatch, redis: Pick<Redis, 'commands' | 'isUp'>, log: Logger): Periodic {
  const ask = async () => {
    const [seconds, microseconds] = await redis.commands.time();
    return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
  };
  const compare = async () => {
    if (redis.isUp()) await clock.compare(ask);
  };
  return every(REDIS_EVERY_MS, compare, { name: 'clock', log });
}

/** How far a clock that said `ours` is ahead of one that said `theirs` at some time in the round trip after, at least. */
export function skewOf(ours: number, theirs: number, roundTripMs: number): number {
  const earliest = ours - theirs;
  const latest = earliest + roundTripMs;
  if (earliest > 0) return earliest;
  return Math.min(latest, 0);
}

function describe(skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  return `the clock of this machine is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the clock that all processes share: set it right`;
}
