import { isId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { dayRangeOf, spanOf } from '../films/day-range.ts';
import type { FilmResources } from '../resources.ts';
import * as books from './earnings.ts';

export const listEarningDaysSchema = dayRangeOf({ filmId: z.string() });

/** What the viewer has earned by day, of all films or one; nothing for a film that is not theirs. */
export async function listEarningDays(
  { db }: FilmResources,
  { accountId }: AccountViewer,
  { fromDay, toDay, filmId }: z.output<typeof listEarningDaysSchema>,
): Promise<books.OfDay[]> {
  const book = await books.bookOf(db, accountId);
  if (!book || (filmId !== '' && !isId(filmId))) return [];
  return books.listByDay(db, book, { ...spanOf({ fromDay, toDay }), filmId: filmId || null });
}
