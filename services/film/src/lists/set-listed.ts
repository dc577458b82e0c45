import { isId } from '@marquee/data/ids';
import { FILM_LIST_FILMS_MAX } from '@marquee/rules/film-lists';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmWrite } from '../resources.ts';
import * as lists from './film-lists.ts';
import { listFull, listNotFound } from './list-errors.ts';
import * as listed from './list-films.ts';
import { listIdSchema } from './update-list.ts';

export const setListedSchema = listIdSchema.extend(filmIdSchema.shape).extend({ listed: z.boolean() });

/** Puts a film at the end of an own list, or takes it off; one that is not available any more can be taken off [FLM-14:lists]. */
export async function setListed(
  { tx, clock }: FilmWrite,
  viewer: AccountViewer,
  { listId, filmId, listed: isListed }: z.output<typeof setListedSchema>,
): Promise<{ listed: boolean }> {
  if (!(await lists.lockOwn(tx, listId, viewer.accountId))) throw listNotFound();
  const changed = isListed ? await append() : isId(filmId) && (await listed.remove(tx, { listId, filmId }));
  if (changed) await lists.setUpdated(tx, listId, clock.now());
  return { listed: isListed };

  async function append(): Promise<boolean> {
    requireVisibleTo(viewer, await films.get(tx, filmId));
    const isNew = await listed.append(tx, { listId, filmId });
    if (isNew && (await listed.ids(tx, listId)).length > FILM_LIST_FILMS_MAX) throw listFull();
    return isNew;
  }
}
