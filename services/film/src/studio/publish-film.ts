import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import { publishingChanges, requirePublishable } from './publishing.ts';
import { getStudioFilm, type StudioFilm } from './studio-film.ts';

/** Publishes a film once nothing is missing; publishing twice changes nothing [STU-01]. */
export async function publishFilm(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId }: { filmId: string },
): Promise<StudioFilm> {
  const film = await films.lock(write.tx, filmId);
  requireEditor(viewer, film);
  await requirePublishable(write, film);
  if (!film.published) await saveFilm(write, film, await publishingChanges(write, film), viewer.accountId);
  return getStudioFilm(write.tx, film.id);
}
