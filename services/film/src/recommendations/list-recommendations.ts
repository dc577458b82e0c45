import { RECOMMENDATIONS_MAX } from '@marquee/rules/recommendations';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import * as pairs from './film-pairs.ts';

export const listRecommendationsSchema = z.object({ pageSize: z.number() });

/** Films that the viewer may like, each with the film of theirs that it follows from [FLM-15]. */
export async function listRecommendations(
  { db }: Pick<FilmResources, 'db'>,
  { accountId }: AccountViewer,
  { pageSize }: z.output<typeof listRecommendationsSchema>,
): Promise<pairs.RecommendedFilm[]> {
  const limit = pageSize > 0 ? Math.min(pageSize, RECOMMENDATIONS_MAX) : RECOMMENDATIONS_MAX;
  return pairs.recommended(db, accountId, limit);
}
