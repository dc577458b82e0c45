import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { choice, listSchema, searchText } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { getStudioFilms, type StudioFilm } from '../studio/studio-film.ts';
import * as allFilms from './all-films.ts';

export const listAllFilmsSchema = listSchema.extend({
  query: searchText,
  awaitingApproval: z.boolean(),
  published: z.boolean().optional(),
  sort: choice(allFilms.SORTS),
  descending: z.boolean(),
});

/** Every film, newest first, or the queue of those that wait for staff, oldest first; or as the viewer sorts them [ADF-01]. */
export async function listAllFilms(
  { db, config }: FilmResources,
  _viewer: AccountViewer,
  { pageSize, cursor, ...asked }: z.output<typeof listAllFilmsSchema>,
): Promise<{ rows: StudioFilm[]; nextCursor: string }> {
  const list = { ...asked, ...orderOf(asked) };
  const scope = JSON.stringify(['all-films', list]);
  const { after, limit, page } = keyset<allFilms.PlaceKey>({ key: config.CURSOR_KEY, scope, size: pageSize, cursor });
  const { rows, nextCursor } = page(await allFilms.list(db, { ...list, after, limit }), allFilms.placeKey);
  const ids = rows.map(({ id }) => id);
  return { rows: await getStudioFilms(db, ids), nextCursor };
}

type Order = Pick<z.output<typeof listAllFilmsSchema>, 'sort' | 'descending' | 'awaitingApproval'>;

function orderOf({ sort, descending, awaitingApproval }: Order): {
  sort: allFilms.Sort;
  descending: boolean;
} {
  if (sort !== '') return { sort, descending };
  return awaitingApproval ? { sort: 'WAITING', descending: false } : { sort: 'ADDED', descending: true };
}
