import { z } from 'zod';
import { oneLine } from './plain-text.ts';

export const AVAILABILITY_LIMITS = {
  periodsMax: 24,
  noteCharactersMax: 80,
  /** How far ahead the last day of a period may be. */
  daysAheadMax: 730,
} as const;

export const AVAILABILITY_KINDS = ['AVAILABLE', 'BOOKED'] as const;
export type AvailabilityKind = (typeof AVAILABILITY_KINDS)[number];
export const AVAILABILITY_LABELS: Record<AvailabilityKind, string> = { AVAILABLE: 'Available', BOOKED: 'Booked' };

export const AVAILABILITY_MESSAGES = {
  kindUnknown: 'Please choose available or booked.',
  dayMissing: 'Please choose a day.',
  endsBeforeStart: 'The last day comes before the first day.',
  overlaps: 'This overlaps with another period.',
  tooFar: 'The last day can be at most two years from today.',
  noteTooLong: `Please enter at most ${AVAILABILITY_LIMITS.noteCharactersMax} characters.`,
  tooMany: `You can have up to ${AVAILABILITY_LIMITS.periodsMax} periods.`,
  prosOnly: 'Availability is for Entertainment Pros.',
} as const;

const day = z.iso.date({ error: AVAILABILITY_MESSAGES.dayMissing, abort: true });

const periodSchema = z
  .object({
    kind: z.enum(AVAILABILITY_KINDS, AVAILABILITY_MESSAGES.kindUnknown),
    firstDay: day,
    /** Included. */
    lastDay: day,
    /** For its owner alone. */
    note: oneLine().max(AVAILABILITY_LIMITS.noteCharactersMax, AVAILABILITY_MESSAGES.noteTooLong).default(''),
  })
  .refine(({ firstDay, lastDay }) => firstDay <= lastDay, {
    path: ['lastDay'],
    error: AVAILABILITY_MESSAGES.endsBeforeStart,
  });

/** A day or several on which a Pro can be hired, or cannot [PRO-20]. */
export type AvailabilityPeriod = z.output<typeof periodSchema>;

/** All periods of a person: they may come in any order, and no two hold the same day. */
export const availabilitySchema = z
  .array(periodSchema)
  .max(AVAILABILITY_LIMITS.periodsMax, AVAILABILITY_MESSAGES.tooMany)
  .superRefine((periods, context) => {
    for (const [index, { firstDay, lastDay }] of periods.entries()) {
      const earlier = periods.slice(0, index);
      if (earlier.some((other) => firstDay <= other.lastDay && other.firstDay <= lastDay)) {
        context.addIssue({ code: 'custom', path: [index, 'firstDay'], message: AVAILABILITY_MESSAGES.overlaps });
      }
    }
  })
  .transform((periods) => periods.toSorted((a, b) => a.firstDay.localeCompare(b.firstDay)));

const DAY_MS = 86_400_000;

/** The day of a moment, in UTC, and of days before or after it. */
export function isoDay(date: Date, daysLater = 0): string {
  return new Date(date.getTime() + daysLater * DAY_MS).toISOString().slice(0, 10);
}

/** Periods that are not over: the day before today has not ended everywhere on Earth. */
export function upcomingPeriods<P extends { lastDay: string }>(periods: readonly P[], now: Date): P[] {
  const first = isoDay(now, -1);
  return periods.filter(({ lastDay }) => lastDay >= first);
}
