import { every, type Periodic } from '@marquee/data/every';
import type { NotificationResources } from '../resources.ts';
import * as events from './notice-events.ts';
import * as notices from './notices.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOTICES_KEPT_DAYS = 365;
/** A deletion can be taken back for so long. */
const DELETED_KEPT_DAYS = 1;
/** Longer than the bus keeps events, so that an event that is read again finds that it was planned. */
const EVENTS_KEPT_DAYS = 90;

/** Deletes notices after a year, deleted ones after a day, and what was planned after 90 days, every hour. */
export function pruneNotices({ db, clock, log }: Pick<NotificationResources, 'db' | 'clock' | 'log'>): Periodic {
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const prune = async () => {
    await notices.prune(db, { createdBefore: before(NOTICES_KEPT_DAYS), deletedBefore: before(DELETED_KEPT_DAYS) });
    await events.prune(db, before(EVENTS_KEPT_DAYS));
  };
  return every(HOUR_MS, prune, { name: 'prune notices', log });
}
