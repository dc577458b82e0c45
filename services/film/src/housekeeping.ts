import { every } from '@marquee/data/every';
import { PAGE_VIEW_WINDOW_MINUTES } from '@marquee/rules/catalogue';
import { DIARY_UNDO_HOURS } from '@marquee/rules/diary';
import { IMPORT_UNDO_DAYS } from '@marquee/rules/imports';
import { WATCHLIST_UNDO_HOURS } from '@marquee/rules/watchlist';
import type { Loop } from '@marquee/service/define-service';
import * as showings from './campaigns/showings.ts';
import * as declines from './crew/credit-declines.ts';
import * as marks from './crew/invitation-marks.ts';
import * as invitations from './crew/invitations.ts';
import * as diaryEntries from './diary/diary-entries.ts';
import * as imports from './imports/imports.ts';
import type { FilmResources } from './resources.ts';
import { gatherLikes } from './review-talk/gather-likes.ts';
import * as reviewCounts from './review-talk/review-counts.ts';
import * as plays from './statistics/plays.ts';
import * as stats from './statistics/stats.ts';
import { endSilentAddresses } from './watch/end-silent-addresses.ts';
import * as watchlist from './watchlist/watchlist-films.ts';

const PRUNE_EVERY_MS = 300_000;
const HOUR_MS = 3_600_000;

type HousekeepingResources = Pick<
  FilmResources,
  'db' | 'outbox' | 'signals' | 'positions' | 'clock' | 'config' | 'log'
>;

/**
 * Writes buffered positions and sums counts, every FLUSH_INTERVAL_MS until closed. Closing writes the positions that
 * are left, and throws if it cannot: only this process has them.
 */
export function startHousekeeping(resources: HousekeepingResources): Loop {
  const { db, positions, clock, config, log } = resources;
  let pruneAt = clock.now().getTime() + PRUNE_EVERY_MS;

  const round = async (): Promise<void> => {
    await positions.flush();
    await stats.fold(db);
    await plays.fold(db);
    await reviewCounts.fold(db);
    const now = clock.now().getTime();
    if (now < pruneAt) return;
    pruneAt = now + PRUNE_EVERY_MS;
    await endSilentAddresses(resources);
    await gatherLikes(resources);
    await showings.fold(db, new Date(now));
    await stats.prunePageViewMarks(db, new Date(now - PAGE_VIEW_WINDOW_MINUTES * 60_000));
    await marks.prune(db, new Date(now));
    await declines.prune(db, new Date(now));
    await invitations.forgetAddresses(db, new Date(now));
    await diaryEntries.prune(db, new Date(now - DIARY_UNDO_HOURS * HOUR_MS));
    await watchlist.prune(db, new Date(now - WATCHLIST_UNDO_HOURS * HOUR_MS));
    await imports.prune(db, new Date(now - IMPORT_UNDO_DAYS * 24 * HOUR_MS));
  };
  const rounds = every(config.FLUSH_INTERVAL_MS, round, { name: 'housekeeping', log });

  return {
    async close() {
      await rounds.close();
      try {
        await positions.flush();
      } catch (cause) {
        throw new Error('the last positions could not be written', { cause });
      }
    },
  };
}
