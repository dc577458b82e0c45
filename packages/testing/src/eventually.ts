import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;
const POLL_MS_MAX = 500;
const TIMEOUT_MS = 30_000;

/**
 * Waits until the check passes (does not throw and does not return false), and returns its result. On a slow machine that
 * takes as long as it takes: 30 s are the least that is waited, whatever is given.
 */
export async function eventually<T>(check: () => T | Promise<T>, atLeastMs = 0): Promise<Exclude<T, false>> {
  const timeoutMs = Math.max(atLeastMs, TIMEOUT_MS);
  const end = performance.now() + timeoutMs;
  for (;;) {
    const startedAt = performance.now();
    try {
      const result = await check();
      if (result !== false) return result as Exclude<T, false>;
      if (performance.now() > end) throw new Error(`The condition did not come true within ${timeoutMs} ms.`);
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    // A check that takes long, such as one by a command, is made half of the time at the most.
    await delay(Math.min(POLL_MS_MAX, Math.max(POLL_MS, performance.now() - startedAt)));
  }
}
