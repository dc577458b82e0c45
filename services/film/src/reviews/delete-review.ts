import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmWrite } from '../resources.ts';
import { uncountReview } from './count-review.ts';
import * as reviews from './reviews.ts';

/** Takes the viewer's rating and words back; doing it twice changes nothing. */
export async function deleteReview(
  { tx, touch }: FilmWrite,
  viewer: AccountViewer,
  input: { filmId: string },
): Promise<void> {
  const film = await films.get(tx, input.filmId);
  requireVisibleTo(viewer, film);
  const review = await reviews.removeOwn(tx, film.id, viewer.accountId);
  if (review) await uncountReview(tx, review);
  touch('film', film);
}
