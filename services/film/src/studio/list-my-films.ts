import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as films from '../films/films.ts';
import { listSchema, searchText } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { getStudioFilms, type StudioFilm } from './studio-film.ts';

export const listMyFilmsSchema = listSchema.extend({ query: searchText });

/** My Content: the viewer's own films, newest first [STU-01, STU-10]. */
export async function listMyFilms(
  { db, config }: FilmResources,
  { accountId }: AccountViewer,
  { query, pageSize, cursor }: z.output<typeof listMyFilmsSchema>,
): Promise<{ rows: StudioFilm[]; nextCursor: string }> {
  const scope = JSON.stringify(['my-films', accountId, query]);
  const { after, limit, page } = keyset<films.CreatedKey>({ key: config.CURSOR_KEY, scope, size: pageSize, cursor });
  const { rows, nextCursor } = page(await films.listOf(db, { accountId, query, after, limit }), films.createdKey);
  const ids = rows.map(({ id }) => id);
  return { rows: await getStudioFilms(db, ids), nextCursor };
}
