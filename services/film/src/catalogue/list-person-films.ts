import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { listSchema } from '../films/request-schemas.ts';
import * as blocks from '../people/blocks.ts';
import type { FilmResources } from '../resources.ts';
import * as personFilms from './person-films.ts';

export const listPersonFilmsSchema = listSchema.extend({ personId: z.string() });

const NOTHING = { rows: [], nextCursor: '', creditCount: 0 };

/**
 * What a person did, by the credits that they agreed to; visible films only. A private profile's are for
 * its owner [PRO-20:credits], and with a block between them nobody has any [SET-08].
 */
export async function listPersonFilms(
  { db, config }: Pick<FilmResources, 'db' | 'config'>,
  viewer: Viewer,
  { personId, pageSize: size, cursor }: z.output<typeof listPersonFilmsSchema>,
): Promise<{ rows: personFilms.PersonFilm[]; nextCursor: string; creditCount: number }> {
  const scope = `films of ${personId}`;
  const { after, limit, page } = keyset<personFilms.PersonFilmKey>({ key: config.CURSOR_KEY, scope, size, cursor });
  if (!isId(personId)) return NOTHING;
  const isOwn = viewer.kind === 'account' && viewer.accountId === personId;
  const isBlocked = viewer.kind === 'account' && (await blocks.isBetween(db, personId, viewer.accountId));
  if (isBlocked) return NOTHING;
  const [films, creditCount] = await Promise.all([
    personFilms.list(db, { personId, isOwn, after, limit }),
    personFilms.countCredits(db, { personId, isOwn }),
  ]);
  return { ...page(films, ({ sortValue, id }) => [sortValue, id]), creditCount };
}
