import { cutPage, decodeCursor, encodeCursor, pageSize } from '@marquee/data/paging';
import type { AccountViewer, Viewer } from '@marquee/runtime/viewer';
import { filmNotAvailable, filmNotYours } from '../films/film-errors.ts';
import { canEdit, isVisible } from '../films/film-rights.ts';
import { getFilm } from '../films/film-store.ts';
import type { FilmResources } from '../resources.ts';
import { getStudioFilm, getStudioFilms } from './studio-film.ts';

type Row = { id: string; created_at: Date };

/** My Content: the viewer's own films, newest first [STU-01, STU-10]. */
export async function listMyFilms(
  { db, config }: FilmResources,
  { accountId }: AccountViewer,
  input: { pageSize: number; cursor: string; query: string },
) {
  const query = input.query.trim();
  const size = pageSize(input.pageSize);
  const scope = JSON.stringify(['my-films', accountId, query]);
  const key = input.cursor ? decodeCursor<[string, string]>(config.FILM_SECRET, input.cursor, scope) : undefined;
  const rows = await db.query<Row>(
    `SELECT id, created_at FROM films
     WHERE created_by = $1
       AND ($2 = '' OR search_text LIKE '%' || film_like(film_fold($2)) || '%')
       AND ($3::timestamptz IS NULL OR (created_at, id) < ($3, $4::uuid))
     ORDER BY created_at DESC, id DESC LIMIT $5`,
    [accountId, query, key?.[0] ?? null, key?.[1] ?? null, size + 1],
  );
  const page = cutPage(rows, size, ({ created_at, id }) =>
    encodeCursor(config.FILM_SECRET, [created_at.toISOString(), id], scope),
  );
  const ids = page.rows.map(({ id }) => id);
  return { films: await getStudioFilms(db, ids), nextCursor: page.nextCursor };
}

/** One film in the studio, for its creator and staff [STU-10]. */
export async function getMyFilm({ db }: FilmResources, viewer: Viewer, filmId: string) {
  const film = await getFilm(db, filmId);
  if (!canEdit(viewer, film)) throw isVisible(film) ? filmNotYours() : filmNotAvailable();
  return getStudioFilm(db, film.id);
}
