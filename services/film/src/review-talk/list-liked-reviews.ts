import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import * as likes from './review-likes.ts';

const LIKED_MAX = 500;

/** The reviews of a film that the viewer has liked [FLM-14:review-likes]. */
export async function listLikedReviews(
  { db }: Pick<FilmResources, 'db'>,
  viewer: AccountViewer,
  input: { filmId: string },
): Promise<likes.LikedReview[]> {
  const film = await films.get(db, input.filmId);
  requireVisibleTo(viewer, film);
  return likes.listOfFilm(db, { filmId: film.id, accountId: viewer.accountId, limit: LIKED_MAX });
}
