import { setTimeout as delay } from 'node:timers/promises';

/**
 * The shortest time between the starts of two rounds, unless the first was full: the first event is passed on at once, and
 * those that follow closely together, since a round costs the database as much for one event as for fifty.
 */
export const ROUND_MS = 50;

/** Waits until the round after one that began at `startedAt`, by `performance.now()`, may begin. */
export async function restOfRound(startedAt: number): Promise<void> {
  const restMs = ROUND_MS - (performance.now() - startedAt);
  if (restMs > 0) await delay(restMs);
}
