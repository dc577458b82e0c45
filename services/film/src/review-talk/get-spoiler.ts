import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import { openWords, type wordsIdSchema } from './words-of.ts';

/** The words of a folded review or reply, for who asks for them [FLM-16:spoilers]. */
export async function getSpoiler(
  { db }: Pick<FilmResources, 'db'>,
  viewer: Viewer,
  ids: z.output<typeof wordsIdSchema>,
): Promise<{ message: string }> {
  const { message } = await openWords(db, viewer, ids);
  return { message };
}
