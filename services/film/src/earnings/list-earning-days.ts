import { Permission, permits } from '@marquee/contracts/permissions';
import { isId } from '@marquee/data/ids';
import { bookOf } from '@marquee/payments/earnings';
import { dayRangeOf, spanOf } from '@marquee/rules/day-range';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import * as books from './earnings.ts';

export const listEarningDaysSchema = dayRangeOf({ filmId: z.string() });

/** What was earned by day, out of the ledger: by the viewer, of all films or one, or by the maker of a film that staff look at. */
export async function listEarningDays(
  { db }: Pick<FilmResources, 'db'>,
  viewer: AccountViewer,
  { fromDay, toDay, filmId }: z.output<typeof listEarningDaysSchema>,
): Promise<books.OfDay[]> {
  if (filmId !== '' && !isId(filmId)) return [];
  const book = await bookOf(db, await sellerOf(db, viewer, filmId));
  if (!book) return [];
  return books.listByDay(db, book, { ...spanOf({ fromDay, toDay }), filmId: filmId || null });
}

/** Whose book holds what the viewer asks for. A film that is gone, or of somebody else, has nothing in the viewer's own. */
async function sellerOf(db: films.Queryable, viewer: AccountViewer, filmId: string): Promise<string> {
  const film = filmId === '' ? undefined : await films.find(db, filmId);
  return film && permits(viewer.roles, Permission.MODERATE_FILMS) ? film.createdBy : viewer.accountId;
}
