import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import * as facts from './notice-facts.ts';

const FILMS_MAX = 100;

export const describeFilmsSchema = z.object({ filmIds: z.array(z.string()).max(FILMS_MAX) });

/** What notices and programmes say of films, for the services that show them; what is gone, or no id, is left out. */
export async function describeFilms(
  { db }: Pick<FilmResources, 'db'>,
  _viewer: Viewer,
  { filmIds }: z.output<typeof describeFilmsSchema>,
): Promise<{ films: facts.FilmFacts[] }> {
  return { films: await facts.describe(db, filmIds.filter(isId)) };
}
