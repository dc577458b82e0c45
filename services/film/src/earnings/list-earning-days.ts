import { isId } from '@marquee/data/ids';
import { EARNINGS_DAYS_MAX, EARNINGS_MESSAGES } from '@marquee/rules/earnings';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import * as books from './earnings.ts';

const DAY_MS = 86_400_000;
const day = z.iso
  .date({ error: EARNINGS_MESSAGES.day, abort: true })
  .transform((text) => new Date(`${text}T00:00:00.000Z`));

export const listEarningDaysSchema = z
  .object({ fromDay: day, toDay: day, filmId: z.string() })
  .superRefine(({ fromDay, toDay }, context) => {
    const ms = toDay.getTime() - fromDay.getTime();
    if (ms >= 0 && ms < EARNINGS_DAYS_MAX * DAY_MS) return;
    for (const path of ['fromDay', 'toDay']) {
      context.addIssue({ code: 'custom', path: [path], message: EARNINGS_MESSAGES.range });
    }
  });

/** What the viewer has earned by day, of all films or one; nothing for a film that is not theirs. */
export async function listEarningDays(
  { db }: FilmResources,
  { accountId }: AccountViewer,
  { fromDay: from, toDay, filmId }: z.output<typeof listEarningDaysSchema>,
): Promise<books.OfDay[]> {
  const book = await books.bookOf(db, accountId);
  if (!book || (filmId !== '' && !isId(filmId))) return [];
  const to = new Date(toDay.getTime() + DAY_MS);
  return books.listByDay(db, book, { from, to, filmId: filmId || null });
}
