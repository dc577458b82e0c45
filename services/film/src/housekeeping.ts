import { loopLevel } from '@marquee/data/sqlstate';
import { PAGE_VIEW_WINDOW_MINUTES } from '@marquee/rules/catalogue';
import type { Loop } from '@marquee/service/define-service';
import type { FilmResources } from './resources.ts';
import * as stats from './statistics/stats.ts';

const PRUNE_EVERY_MS = 300_000;

type HousekeepingResources = Pick<FilmResources, 'db' | 'positions' | 'clock' | 'config' | 'log'>;

/**
 * Writes buffered positions and sums counts, every FLUSH_INTERVAL_MS until stopped. Stopping writes the positions that
 * are left, and throws if it cannot: only this process has them.
 */
export function startHousekeeping(resources: HousekeepingResources): Loop {
  const { db, positions, clock, config, log } = resources;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopped = false;
  let pruneAt = clock.now().getTime() + PRUNE_EVERY_MS;

  const round = async (): Promise<void> => {
    try {
      await positions.flush();
      await stats.fold(db);
      const now = clock.now().getTime();
      if (now >= pruneAt) {
        pruneAt = now + PRUNE_EVERY_MS;
        await stats.prunePageViewMarks(db, new Date(now - PAGE_VIEW_WINDOW_MINUTES * 60_000));
      }
    } catch (err) {
      log[loopLevel(err, 'warn')]({ err }, 'positions and counts could not be written; they are tried again');
    }
    if (!stopped) schedule();
  };
  const schedule = () => {
    timer = setTimeout(() => {
      running = round();
    }, config.FLUSH_INTERVAL_MS);
  };
  schedule();

  return {
    async close() {
      stopped = true;
      clearTimeout(timer);
      await running;
      try {
        await positions.flush();
      } catch (cause) {
        throw new Error('the last positions could not be written', { cause });
      }
    },
  };
}
