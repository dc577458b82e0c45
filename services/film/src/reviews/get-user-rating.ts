import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import * as reviews from './reviews.ts';

/** What the viewer has rated a film, if they have. */
export async function getUserRating(
  { db }: FilmResources,
  viewer: AccountViewer,
  input: { filmId: string },
): Promise<reviews.Review | undefined> {
  const film = await films.get(db, input.filmId);
  requireVisibleTo(viewer, film);
  return reviews.find(db, film.id, viewer.accountId);
}
