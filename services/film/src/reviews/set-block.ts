import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmWrite } from '../resources.ts';
import { setMark } from './set-mark.ts';

export const setBlockSchema = filmIdSchema.extend({ blocked: z.boolean() });

/** Blocks a film, so that its viewer is not offered it any more, or takes that back [FLM-13]. */
export async function setBlock(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, blocked }: z.output<typeof setBlockSchema>,
): Promise<{ blocked: boolean }> {
  await setMark(write, viewer, { filmId, table: 'film_blocks', isSet: blocked });
  return { blocked };
}
