import { manyLines } from './plain-text.ts';

/** Characters of a report's details. */
export const REPORT_LENGTH_MAX = 1000;

export const REASON_MISSING = 'Please choose a reason.';

/** What somebody adds to the reason of a report. */
export const reportDetailsSchema = manyLines()
  .max(REPORT_LENGTH_MAX, `Details have at most ${REPORT_LENGTH_MAX} characters.`)
  .default('');
