import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { saveFilm } from '../films/save-film.ts';
import { notPublished } from '../moderation/moderation-errors.ts';
import type { FilmWrite } from '../resources.ts';
import { answerOf, requirePublishable } from './publishing.ts';
import { getStudioFilm, type StudioFilm } from './studio-film.ts';

/** Sends a film for review again, after staff asked for changes; when they did not, nothing changes. */
export async function sendFilmForReview(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId }: { filmId: string },
): Promise<StudioFilm> {
  const film = await films.lock(write.tx, filmId);
  requireEditor(viewer, film);
  if (!film.published) throw notPublished();
  await requirePublishable(write, film);
  if (film.changeState === 'REQUESTED') await saveFilm(write, film, answerOf(write, film), viewer.accountId);
  return getStudioFilm(write.tx, film.id);
}
