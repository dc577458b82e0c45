import { dayInFuture } from './diary-errors.ts';

const HOUR_MS = 3_600_000;
/** Where the day begins first it is this far ahead of UTC. */
const AHEAD_MAX_HOURS = 14;

/** The day on which a film was watched. @throws DomainError INVALID for a day that has begun nowhere yet */
export function dayWatched(isoDay: string, now: Date, field = 'watchedOn'): Date {
  const day = new Date(`${isoDay}T00:00:00.000Z`);
  if (day.getTime() > now.getTime() + AHEAD_MAX_HOURS * HOUR_MS) throw dayInFuture(field);
  return day;
}
