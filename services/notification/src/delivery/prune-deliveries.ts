import { every, type Periodic } from '@marquee/data/every';
import type { NotificationResources } from '../resources.ts';
import * as deliveries from './deliveries.ts';

const HOUR_MS = 3_600_000;

/** Longer than the bus keeps events, so that an event that is read again finds its delivery. */
export const DELIVERIES_KEPT_DAYS = 90;

/** Deletes ended deliveries 90 days after they were planned, every hour. One that waits is kept. */
export function pruneDeliveries({ db, clock, log }: Pick<NotificationResources, 'db' | 'clock' | 'log'>): Periodic {
  const before = () => new Date(clock.now().getTime() - DELIVERIES_KEPT_DAYS * 24 * HOUR_MS);
  return every(HOUR_MS, () => deliveries.prune(db, before()), { name: 'prune', log });
}
