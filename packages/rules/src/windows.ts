import { z } from 'zod';

/** Hours; a year at most. */
export const WINDOW_HOURS_MAX = 8_760;
/** How long somebody has to start a film that staff let them see again. */
export const REPLAY_START_HOURS = 30 * 24;

export const WINDOW_MESSAGES = {
  notAvailableYet: 'This film is not available yet.',
  noLongerAvailable: 'This film is no longer available.',
  watchWindowEnded: 'Your time with this film has ended. You can start it again from its page.',
  availableOrder: 'The film has to be available until after it becomes available.',
  hoursRange: 'Please enter whole hours, up to 8,760, which is a year.',
  grantNotFound: 'This grant does not exist.',
  grantTakenBack: 'This grant was taken back already.',
  grantKind: 'Please choose extra time or a replay.',
  grantHours: 'Please enter 1 to 8,760 whole hours.',
} as const;

/** Hours of a window; 0 for none of its own. */
export const windowHours = z
  .int(WINDOW_MESSAGES.hoursRange)
  .min(0, WINDOW_MESSAGES.hoursRange)
  .max(WINDOW_HOURS_MAX, WINDOW_MESSAGES.hoursRange);
/** Hours that staff give. */
export const grantHours = z
  .int(WINDOW_MESSAGES.grantHours)
  .min(1, WINDOW_MESSAGES.grantHours)
  .max(WINDOW_HOURS_MAX, WINDOW_MESSAGES.grantHours);

export const GRANT_KINDS = ['EXTRA_TIME', 'REPLAY'] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];

type Availability = { releaseType: string; availableFrom: Date | null; availableUntil: Date | null };

/**
 * Whether a film can be had now. A screening is had when it is shown, by its ticket or its unlock; other films from their
 * first moment, which counts, to their last one, which does not [WAT-15].
 */
export function availabilityAt(
  { releaseType, availableFrom, availableUntil }: Availability,
  now: Date,
): 'BEFORE' | 'OPEN' | 'AFTER' {
  if (releaseType === 'SCREENING') return 'OPEN';
  if (availableFrom !== null && now < availableFrom) return 'BEFORE';
  return availableUntil === null || now < availableUntil ? 'OPEN' : 'AFTER';
}

type Windows = { startWindowHours: number; watchWindowHours: number };

/**
 * How long an unlock lasts, in hours. A film without windows of its own is there for the hours that the site says; one of
 * the two windows alone leaves the other at those hours. `watchHours` is 0 where the time begins with the unlock.
 */
export function unlockHours(
  { startWindowHours, watchWindowHours }: Windows,
  siteHours: number,
): { unlockHours: number; watchHours: number } {
  if (startWindowHours === 0 && watchWindowHours === 0) return { unlockHours: siteHours, watchHours: 0 };
  return { unlockHours: startWindowHours || siteHours, watchHours: watchWindowHours || siteHours };
}

/** What an unlock promises: until when, and with `watchSeconds`, until when to start and how long from then. */
export type UnlockTerms = { expireAt: Date; watchSeconds: number | null };

/** The terms of an unlock that begins now [WAT-15]. */
export function unlockTerms(windows: Windows, siteHours: number, now: Date): UnlockTerms {
  const { unlockHours: hours, watchHours } = unlockHours(windows, siteHours);
  const expireAt = new Date(now.getTime() + hours * 3_600_000);
  return { expireAt, watchSeconds: watchHours > 0 ? Math.round(watchHours * 3_600) : null };
}

/** When a right ends that somebody starts to use now. */
export function endFromStart(watchSeconds: number, startedAt: Date): Date {
  return new Date(startedAt.getTime() + watchSeconds * 1_000);
}
