import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import { canEdit, requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import * as crew from './crew.ts';

export type CrewPage = { rows: crew.Credit[]; nextCursor: string; forEditor: boolean };

/** Who made the film, searched by substring [FLM-04]. */
export async function listCrew(
  { db, config }: Pick<FilmResources, 'db' | 'config'>,
  viewer: Viewer,
  { filmId, query, pageSize, cursor }: { filmId: string; query: string; pageSize: number; cursor: string },
): Promise<CrewPage> {
  const film = await films.get(db, filmId);
  requireVisibleTo(viewer, film);
  const scope = JSON.stringify(['crew', film.id, query]);
  const { after, limit, page } = keyset<[id: string]>({ key: config.CURSOR_KEY, scope, size: pageSize, cursor });
  const rows = await crew.list(db, { filmId: film.id, query, afterId: after?.[0], limit });
  return { ...page(rows, ({ id }) => [id]), forEditor: canEdit(viewer, film) };
}
