import { z } from 'zod';

/** The times that are taken from outside: calendars, the database and every JSON answer can hold them. */
export const MOMENT_LIMITS = { min: new Date('2000-01-01T00:00:00Z'), max: new Date('2199-12-31T23:59:59Z') } as const;

export const MOMENT_MESSAGES = { range: 'Please enter a date and a time from 2000 to 2199.' } as const;

/** A time of a sale, an event, a deadline or a vote; any other is refused with the message. */
export const moment = (message: string = MOMENT_MESSAGES.range) =>
  z.date(message).min(MOMENT_LIMITS.min, message).max(MOMENT_LIMITS.max, message);

/** The same as it is typed, in the time zone of the browser; '' is none. */
export const typedMoment = z
  .string()
  .transform((text) => (text === '' ? undefined : new Date(text)))
  .pipe(moment().optional());
