import { dayWatched } from '../diary/day-watched.ts';

/** @throws DomainError INVALID for a row with a day that has begun nowhere yet */
export function requireBegun(rows: readonly { watchedDay: string }[], now: Date): void {
  for (const [at, { watchedDay }] of rows.entries()) {
    if (watchedDay) dayWatched(watchedDay, now, `rows.${at}.watchedDay`);
  }
}
