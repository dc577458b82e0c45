import { reportWordsSchema } from '@marquee/rules/words-reports';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FilmWrite } from '../resources.ts';
import { ownWords } from './talk-errors.ts';
import { openWords, wordsIdSchema } from './words-of.ts';
import * as reports from './words-reports.ts';

export const reportWordsRequestSchema = reportWordsSchema.extend(wordsIdSchema.shape);

/** Reports somebody else's review or reply to staff, who see it in their queue until they decide [FLM-14:reports]. */
export async function reportWords(
  { tx, clock }: FilmWrite,
  viewer: AccountViewer,
  { reason, details, ...ids }: z.output<typeof reportWordsRequestSchema>,
): Promise<void> {
  const words = await openWords(tx, viewer, ids);
  const { accountId } = viewer;
  if (words.accountId === accountId) throw ownWords();
  await reports.put(tx, words, { accountId, reason, details, createdAt: clock.now() });
}
