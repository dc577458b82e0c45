import { z } from 'zod';
import { EARNINGS_DAYS_MAX, EARNINGS_MESSAGES } from './earnings.ts';

const DAY_MS = 86_400_000;
const day = z.iso
  .date({ error: EARNINGS_MESSAGES.day, abort: true })
  .transform((text) => new Date(`${text}T00:00:00.000Z`));

/** A request about days, the first and the last included, a year at the most. */
export const dayRangeOf = <const F extends z.ZodRawShape>(fields: F) =>
  z.object({ ...fields, fromDay: day, toDay: day }).superRefine((request, context) => {
    const { fromDay, toDay } = request as unknown as DayRange;
    const ms = toDay.getTime() - fromDay.getTime();
    if (ms >= 0 && ms < EARNINGS_DAYS_MAX * DAY_MS) return;
    for (const path of ['fromDay', 'toDay']) {
      context.addIssue({ code: 'custom', path: [path], message: EARNINGS_MESSAGES.range });
    }
  });

export type DayRange = { fromDay: Date; toDay: Date };

/** From the beginning of the first day to the end of the last. */
export const spanOf = ({ fromDay, toDay }: DayRange): { from: Date; to: Date } => ({
  from: fromDay,
  to: new Date(toDay.getTime() + DAY_MS),
});
