import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@marquee/testing/eventually';

const STEP_MS_MAX = 300_000;
const DONE_PER_STEP = 20;
// So that what starts meanwhile has a part of the machine.
const PAUSE_MS = 40;

/** What each of those who work has done, and what failed of it. */
export type Load = { succeeded: string[][]; failed: string[] };

/**
 * Has everybody do their work over and over while step after step is taken. Between two steps much is done, and something
 * by each; the first failure ends it, for one is enough to blame.
 */
export async function under(
  works: readonly (() => Promise<string>)[],
  steps: (() => Promise<unknown>)[],
): Promise<Load> {
  const load: Load = { succeeded: works.map(() => []), failed: [] };
  let isStopped = false;
  const callers = works.map(async (work, index) => {
    while (!isStopped && load.failed.length === 0) {
      await work().then(
        (what) => load.succeeded[index]?.push(what),
        (error: unknown) => load.failed.push(String(error)),
      );
      await delay(PAUSE_MS);
    }
  });
  const counts = () => load.succeeded.map(({ length }) => length);
  const progress = async () => {
    const before = counts();
    const isEnough = () => {
      const done = counts().map((count, index) => count - (before[index] ?? 0));
      return done.every((count) => count > 0) && done.reduce((sum, count) => sum + count, 0) >= DONE_PER_STEP;
    };
    await eventually(() => isEnough() || load.failed.length > 0, STEP_MS_MAX);
  };
  try {
    for (const step of steps) {
      await progress();
      await step();
    }
    await progress();
  } finally {
    isStopped = true;
    await Promise.all(callers);
  }
  return load;
}
