import { cutPage, decodeCursor, encodeCursor, pageSize } from '@marquee/data/paging';
import { QUERY_LENGTH_MAX } from '@marquee/rules/catalogue';
import type { Viewer } from '@marquee/runtime/viewer';
import { canEdit, requireVisibleTo } from '../films/film-rights.ts';
import { getFilm } from '../films/film-store.ts';
import type { FilmResources } from '../resources.ts';
import { crewMessage } from './crew-message.ts';
import { listCrewRows } from './crew-store.ts';

/** Who made the film, searched by substring [FLM-04]. */
export async function listCrew(
  { db, config }: Pick<FilmResources, 'db' | 'config'>,
  viewer: Viewer,
  input: { filmId: string; query: string; pageSize: number; cursor: string },
) {
  const film = await getFilm(db, input.filmId);
  requireVisibleTo(viewer, film);
  const query = input.query.trim().slice(0, QUERY_LENGTH_MAX);
  const size = pageSize(input.pageSize);
  const scope = JSON.stringify(['crew', film.id, query]);
  const key = input.cursor ? decodeCursor<[string]>(config.FILM_SECRET, input.cursor, scope) : undefined;
  const rows = await listCrewRows(db, { filmId: film.id, query, afterId: key?.[0] ?? null, size });
  const page = cutPage(rows, size, (last) => encodeCursor(config.FILM_SECRET, [last.id], scope));
  const forEditor = canEdit(viewer, film);
  return { crew: page.rows.map((row) => crewMessage(row, forEditor)), nextCursor: page.nextCursor };
}
