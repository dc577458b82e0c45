import { z } from 'zod';

/** A year of days at the most, with the one more of leap years. */
export const EARNINGS_DAYS_MAX = 366;
/** The year of the oldest statement that is asked for. */
export const STATEMENT_YEAR_MIN = 2020;

/** What makers read. */
export const EARNINGS_MESSAGES = {
  day: 'Please enter a day, such as 2026-03-14.',
  range: 'Please choose a range that begins before it ends, and is a year at the most.',
  quarter: 'Please choose a quarter of a year since 2020.',
  statsFile: 'There is no such file. Please download one from the stats of your film.',
} as const;

/** The fields of a request for a statement. */
export const quarterFields = {
  year: z.number().int().min(STATEMENT_YEAR_MIN, EARNINGS_MESSAGES.quarter).max(9_999, EARNINGS_MESSAGES.quarter),
  quarter: z.number().int().min(1, EARNINGS_MESSAGES.quarter).max(4, EARNINGS_MESSAGES.quarter),
};
