import { cutPage, decodeCursor, encodeCursor, pageSize } from '@marquee/data/paging';
import { meanRating } from '../films/film-message.ts';
import type { FilmResources } from '../resources.ts';
import { reviewMessage } from './review-message.ts';
import { getStars, listReviewRows } from './review-store.ts';

/** A page of a film's reviews with its rating as it stands; `all` shows ratings without words as well. */
export async function listReviews(
  { db, config }: Pick<FilmResources, 'db' | 'config'>,
  input: { filmId: string; pageSize: number; cursor: string; all: boolean },
) {
  const size = pageSize(input.pageSize);
  const scope = JSON.stringify(['reviews', input.filmId, input.all]);
  const after = input.cursor ? decodeCursor<[string, string]>(config.FILM_SECRET, input.cursor, scope) : undefined;
  const [rows, stars] = await Promise.all([
    listReviewRows(db, { filmId: input.filmId, after, size, all: input.all }),
    getStars(db, input.filmId),
  ]);
  const page = cutPage(rows, size, ({ created_at, id }) =>
    encodeCursor(config.FILM_SECRET, [created_at.toISOString(), id], scope),
  );
  const { mean, count } = meanRating(stars);
  return {
    reviews: page.rows.map(reviewMessage),
    nextCursor: page.nextCursor,
    userRating: mean,
    ratingCount: count,
    ratingHistogram: stars,
  };
}
