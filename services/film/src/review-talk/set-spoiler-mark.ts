import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmWrite } from '../resources.ts';
import { touchFilmOf } from './open-review.ts';
import * as spoilers from './spoilers.ts';
import { ownSpoiler } from './talk-errors.ts';
import { openWords, wordsIdSchema } from './words-of.ts';

export const setSpoilerMarkSchema = wordsIdSchema.extend({ marked: z.boolean() });

/** Marks somebody else's words as a spoiler, or takes that back; enough marks fold them until staff decide [FLM-16:spoilers]. */
export async function setSpoilerMark(
  write: FilmWrite,
  viewer: AccountViewer,
  { marked, ...ids }: z.output<typeof setSpoilerMarkSchema>,
): Promise<{ marked: boolean }> {
  const { tx, clock } = write;
  const words = await openWords(tx, viewer, ids);
  const { accountId } = viewer;
  if (words.accountId === accountId) throw ownSpoiler();
  if (await spoilers.setMark(tx, words, { accountId, now: clock.now(), marked }))
    await touchFilmOf(write, words.filmId);
  return { marked };
}
