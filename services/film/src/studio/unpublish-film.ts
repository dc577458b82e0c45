import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import { getStudioFilm, type StudioFilm } from './studio-film.ts';

/** Takes a film out of the feed; its approval stays. */
export async function unpublishFilm(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId }: { filmId: string },
): Promise<StudioFilm> {
  const film = await films.lock(write.tx, filmId);
  requireEditor(viewer, film);
  if (film.published) await saveFilm(write, film, { published: false }, viewer.accountId);
  return getStudioFilm(write.tx, film.id);
}
