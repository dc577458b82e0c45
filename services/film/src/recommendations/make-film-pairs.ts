import { PAIRS_EVERY_HOURS } from '@marquee/rules/recommendations';
import type { FilmResources } from '../resources.ts';
import * as pairs from './film-pairs.ts';

const HOUR_MS = 3_600_000;

/**
 * Makes which films go together from what everybody watched and rated [FLM-15:pairs], unless that was done lately or
 * another process does it. Readers have the pairs of before until all are made.
 */
export async function makeFilmPairs(
  { db, clock }: Pick<FilmResources, 'db' | 'clock'>,
  { signal, everyMs = PAIRS_EVERY_HOURS * HOUR_MS }: { signal?: AbortSignal; everyMs?: number } = {},
): Promise<boolean> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    if (!(await pairs.lockRun(tx, new Date(now.getTime() - everyMs)))) return false;
    await pairs.collectSignals(tx);
    await pairs.clear(tx);
    for (const filmIds of await pairs.filmSlices(tx)) {
      signal?.throwIfAborted();
      await pairs.make(tx, filmIds);
    }
    await pairs.finishRun(tx, now);
    return true;
  });
}
