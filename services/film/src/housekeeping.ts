import { loopLevel } from '@marquee/data/sqlstate';
import { PAGE_VIEW_WINDOW_MINUTES } from '@marquee/rules/catalogue';
import type { Loop } from '@marquee/service/define-service';
import type { FilmResources } from './resources.ts';
import { foldStats, prunePageViewMarks } from './statistics/stat-store.ts';

const PRUNE_EVERY_MS = 300_000;

type HousekeepingResources = Pick<FilmResources, 'db' | 'positions' | 'clock' | 'config' | 'log'>;

/**
 * Writes buffered positions and sums counts, every second or so, until stopped; stopping writes what is left, and throws
 * if it cannot: nobody else has it.
 */
export function startHousekeeping(resources: HousekeepingResources): Loop {
  const { db, positions, clock, config, log } = resources;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopped = false;
  let pruneAt = Date.now() + PRUNE_EVERY_MS;

  const round = async (): Promise<void> => {
    try {
      await positions.flush();
      await foldStats(db);
      if (Date.now() >= pruneAt) {
        pruneAt = Date.now() + PRUNE_EVERY_MS;
        await prunePageViewMarks(db, new Date(clock.now().getTime() - PAGE_VIEW_WINDOW_MINUTES * 60_000));
      }
    } catch (err) {
      log[loopLevel(err, 'warn')]({ err }, 'positions and counts wait to be written');
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
