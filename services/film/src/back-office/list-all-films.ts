import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import { listSchema, searchText } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { getStudioFilms, type StudioFilm } from '../studio/studio-film.ts';

export const listAllFilmsSchema = listSchema.extend({
  query: searchText,
  awaitingApproval: z.boolean(),
  published: z.boolean().optional(),
});

/** Every film, newest first; `awaitingApproval` leaves those that wait for staff [ADF-01]. */
export async function listAllFilms(
  { db, config }: FilmResources,
  _viewer: AccountViewer,
  { pageSize, cursor, ...filters }: z.output<typeof listAllFilmsSchema>,
): Promise<{ rows: StudioFilm[]; nextCursor: string }> {
  const { query, awaitingApproval, published } = filters;
  const scope = JSON.stringify(['all-films', query, awaitingApproval, published ?? null]);
  const { after, limit, page } = keyset<films.CreatedKey>({ key: config.CURSOR_KEY, scope, size: pageSize, cursor });
  const listed = await films.listAll(db, { query, awaitingApproval, published, after, limit });
  const { rows, nextCursor } = page(listed, films.createdKey);
  const ids = rows.map(({ id }) => id);
  return { rows: await getStudioFilms(db, ids), nextCursor };
}
