import type { AccountViewer } from '@marquee/runtime/viewer';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import { pageOfReviews, type ReviewPage } from '../reviews/list-reviews.ts';

/** All reviews of a film, ratings without words as well. */
export async function listFilmReviews(
  resources: FilmResources,
  _viewer: AccountViewer,
  input: { filmId: string; pageSize: number; cursor: string },
): Promise<ReviewPage> {
  const { id: filmId } = await films.get(resources.db, input.filmId);
  return pageOfReviews(resources, { ...input, filmId, viewerId: null, all: true, order: 'NEWEST' });
}
