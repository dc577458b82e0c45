import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmWrite } from '../resources.ts';
import { setMark } from './set-mark.ts';

export const setLikeSchema = filmIdSchema.extend({ liked: z.boolean() });

/** Likes a film, or takes that back [FLM-13]. */
export async function setLike(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, liked }: z.output<typeof setLikeSchema>,
): Promise<{ liked: boolean }> {
  await setMark(write, viewer, { filmId, table: 'film_likes', isSet: liked });
  return { liked };
}
