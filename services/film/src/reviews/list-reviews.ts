import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import * as stats from '../statistics/stats.ts';
import * as reviews from './reviews.ts';

type FilmPageInput = { filmId: string; pageSize: number; cursor: string };
export type ReviewPage = { rows: reviews.Review[]; nextCursor: string };

/** A film's reviews with their stars as they stand [FLM-06]. */
export async function listReviews(
  resources: FilmResources,
  viewer: Viewer,
  input: FilmPageInput,
): Promise<ReviewPage & { stars: number[] }> {
  const film = await films.get(resources.db, input.filmId);
  requireVisibleTo(viewer, film);
  const [page, stars] = await Promise.all([
    pageOfReviews(resources, { ...input, all: false }),
    stats.starsOf(resources.db, film.id),
  ]);
  return { ...page, stars };
}

/** A page of reviews, newest first; with `all`, ratings without words as well. */
export async function pageOfReviews(
  { db, config }: Pick<FilmResources, 'db' | 'config'>,
  { filmId, all, pageSize, cursor }: FilmPageInput & { all: boolean },
): Promise<ReviewPage> {
  const scope = JSON.stringify(['reviews', filmId, all]);
  const { after, limit, page } = keyset<reviews.ReviewKey>({ key: config.CURSOR_KEY, scope, size: pageSize, cursor });
  const rows = await reviews.list(db, { filmId, all, after, limit });
  return page(rows, ({ createdAt, id }) => [createdAt.toISOString(), id]);
}
