import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { choice, filmPageSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { isFolded } from '../review-talk/spoilers.ts';
import * as stats from '../statistics/stats.ts';
import * as reviews from './reviews.ts';

export const listReviewsSchema = filmPageSchema.extend({ sort: choice(['MOST_LIKED']) });
type FilmPageInput = z.output<typeof filmPageSchema>;
export type ReviewPage = { rows: reviews.Review[]; nextCursor: string };

/** A film's reviews with their stars as they stand [FLM-06]; folded words come only when they are asked for [FLM-16]. */
export async function listReviews(
  resources: FilmResources,
  viewer: Viewer,
  { sort, ...input }: z.output<typeof listReviewsSchema>,
): Promise<ReviewPage & { stars: number[] }> {
  const film = await films.get(resources.db, input.filmId);
  requireVisibleTo(viewer, film);
  const viewerId = viewer.kind === 'account' ? viewer.accountId : null;
  const [page, stars] = await Promise.all([
    pageOfReviews(resources, { ...input, viewerId, all: false, order: sort || 'NEWEST' }),
    stats.starsOf(resources.db, film.id),
  ]);
  const rows = page.rows.map((review) =>
    isFolded(review) && review.accountId !== viewerId ? { ...review, message: '' } : review,
  );
  return { ...page, rows, stars };
}

/** A page of reviews; with `all`, ratings without words and what waits for staff as well. */
export async function pageOfReviews(
  { db, config }: Pick<FilmResources, 'db' | 'config'>,
  {
    filmId,
    viewerId,
    all,
    order,
    pageSize,
    cursor,
  }: FilmPageInput & { viewerId: string | null; all: boolean; order: reviews.ReviewOrder },
): Promise<ReviewPage> {
  const scope = JSON.stringify(['reviews', filmId, all, order]);
  const { after, limit, page } = keyset<reviews.ReviewKey>({ key: config.CURSOR_KEY, scope, size: pageSize, cursor });
  const rows = await reviews.list(db, { filmId, viewerId, all, order, after, limit });
  return page(rows, ({ likes, createdAt, id }) => [order === 'MOST_LIKED' ? likes : 0, createdAt.toISOString(), id]);
}
