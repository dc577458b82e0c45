import { isId } from '@marquee/data/ids';
import { bookOf } from '@marquee/payments/earnings';
import { dayRangeOf, spanOf } from '@marquee/rules/day-range';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import * as books from './earnings.ts';

export const listEarningDaysSchema = dayRangeOf({ filmId: z.string() });

/** What the viewer has earned by day, of all films or one; nothing for a film that is not theirs. */
export async function listEarningDays(
  { db }: FilmResources,
  { accountId }: AccountViewer,
  { fromDay, toDay, filmId }: z.output<typeof listEarningDaysSchema>,
): Promise<books.OfDay[]> {
  const book = await bookOf(db, accountId);
  if (!book || (filmId !== '' && !isId(filmId))) return [];
  return books.listByDay(db, book, { ...spanOf({ fromDay, toDay }), filmId: filmId || null });
}
