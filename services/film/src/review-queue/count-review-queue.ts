import { BACK_OFFICE_LIMITS } from '@marquee/rules/back-office-messages';
import type { FilmResources } from '../resources.ts';
import * as queue from './queued-reviews.ts';

/** How many reviews wait for staff, counted up to a limit [FLM-16]. */
export async function countReviewQueue({ db }: Pick<FilmResources, 'db'>): Promise<{ waiting: number }> {
  return { waiting: await queue.count(db, BACK_OFFICE_LIMITS.reportsCountedMax) };
}
