import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import type { describeFilmsSchema } from './describe-films.ts';
import * as facts from './notice-facts.ts';

/** Who is part of each film, so that nobody judges a film of their own; what is gone, or no id, is left out. */
export async function listFilmAccounts(
  { db }: Pick<FilmResources, 'db'>,
  _viewer: Viewer,
  { filmIds }: z.output<typeof describeFilmsSchema>,
): Promise<{ films: { filmId: string; accountIds: string[] }[] }> {
  return { films: await facts.accountsOf(db, filmIds.filter(isId)) };
}
