import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@marquee/testing/eventually';

const STEP_MS_MAX = 300_000;
const DONE_PER_STEP = 20;
// Leaves CPU for the processes that are being started.
const PAUSE_MS = 40;

/** What each caller did, and the failures of all. */
export type Load = { succeeded: string[][]; failed: string[] };

/**
 * Repeats every work while the steps run one after the other. Between two steps at least DONE_PER_STEP works succeed, and
 * one of each caller. The first failure ends all.
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
