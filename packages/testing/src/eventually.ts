import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;
const TIMEOUT_MS = 10_000;

/** Waits until the check passes (does not throw and does not return false), and returns its result. */
export async function eventually<T>(check: () => T | Promise<T>, timeoutMs = TIMEOUT_MS): Promise<Exclude<T, false>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      const result = await check();
      if (result !== false) return result as Exclude<T, false>;
      if (performance.now() > end) throw new Error(`The condition did not come true within ${timeoutMs} ms.`);
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await delay(POLL_MS);
  }
}
