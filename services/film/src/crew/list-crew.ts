import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { canEdit, requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { filmPageSchema, searchText } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import * as crew from './crew.ts';

export type CrewPage = { rows: crew.Credit[]; nextCursor: string; forEditor: boolean; invitesByText: boolean };

export const listCrewSchema = filmPageSchema.extend({ query: searchText });

/** Who made the film: direction, writing, cast and crew, in billing order, searched by substring [FLM-04]. */
export async function listCrew(
  { db, config }: Pick<FilmResources, 'db' | 'config'>,
  viewer: Viewer,
  { filmId, query, pageSize, cursor }: z.output<typeof listCrewSchema>,
): Promise<CrewPage> {
  const film = await films.get(db, filmId);
  requireVisibleTo(viewer, film);
  const scope = JSON.stringify(['crew', film.id, query]);
  const { after, limit, page } = keyset<crew.BillingKey>({ key: config.CURSOR_KEY, scope, size: pageSize, cursor });
  const rows = await crew.list(db, { filmId: film.id, query, after, limit });
  const invitesByText = config.INVITATION_TEXTS === '1';
  return { ...page(rows, crew.billingKey), forEditor: canEdit(viewer, film), invitesByText };
}
