import { z } from 'zod';
import { manyLines, oneLine } from './plain-text.ts';

/** Characters of a report about Marquee itself, and how many one account sends in a day. */
export const REPORT_LIMITS = { title: 90, details: 1000, perDay: 20 } as const;

/** Texts about reports, word for word [SET-03]. */
export const REPORT_MESSAGES = {
  titleMissing: 'Please add a title.',
  titleTooLong: 'A title has at most 90 characters.',
  detailsMissing: 'Please add details.',
  detailsTooLong: 'Details have at most 1000 characters.',
  tooMany: 'You have sent us 20 reports today. Please send the next one tomorrow.',
} as const;

export const REPORT_TYPES = ['BUG', 'FEEDBACK'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

/** What somebody writes to us. */
export const reportFormSchema = z.object({
  title: oneLine().min(1, REPORT_MESSAGES.titleMissing).max(REPORT_LIMITS.title, REPORT_MESSAGES.titleTooLong),
  details: manyLines()
    .min(1, REPORT_MESSAGES.detailsMissing)
    .max(REPORT_LIMITS.details, REPORT_MESSAGES.detailsTooLong),
});
