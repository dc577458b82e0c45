import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { choice, listSchema, searchText } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import * as myFilms from './my-films.ts';
import { getStudioFilms, type StudioFilm } from './studio-film.ts';

export const listMyFilmsSchema = listSchema.extend({
  query: searchText,
  sort: choice(myFilms.MY_FILMS_SORTS),
  ascending: z.boolean(),
});

/** My Content: the viewer's own films by search and order, newest first by default [STU-01, STU-10]. */
export async function listMyFilms(
  { db, config }: FilmResources,
  { accountId }: AccountViewer,
  { query, sort, ascending, pageSize, cursor }: z.output<typeof listMyFilmsSchema>,
): Promise<{ rows: StudioFilm[]; nextCursor: string }> {
  const order = { sort: sort || 'ADDED', ascending } as const;
  const scope = JSON.stringify(['my-films', accountId, query, order]);
  const { after, limit, page } = keyset<myFilms.MyFilmKey>({ key: config.CURSOR_KEY, scope, size: pageSize, cursor });
  const listed = await myFilms.list(db, { accountId, query, ...order, after, limit });
  const { rows, nextCursor } = page(listed, ({ sortValue, id }) => [sortValue, id]);
  const ids = rows.map(({ id }) => id);
  return { rows: await getStudioFilms(db, ids), nextCursor };
}
