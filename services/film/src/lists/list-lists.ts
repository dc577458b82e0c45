import { FILM_LIST_FIRST_FILMS, FILM_LISTS_MAX } from '@marquee/rules/film-lists';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { seesProfile } from '../people/sees-profile.ts';
import type { FilmResources } from '../resources.ts';
import * as lists from './film-lists.ts';
import * as listed from './list-films.ts';

export const listListsSchema = z.object({ personId: z.string(), filmId: z.string() });

export type Lists = { rows: lists.FilmList[]; isOwn: boolean; films: listed.ListedFilm[] };

/** The viewer's own lists, or those that somebody shows to whom sees their profile [FLM-14:lists]. */
export async function listLists(
  { db }: Pick<FilmResources, 'db'>,
  viewer: Viewer,
  { personId, filmId }: z.output<typeof listListsSchema>,
): Promise<Lists> {
  const ownId = viewer.kind === 'account' ? viewer.accountId : '';
  const accountId = personId || ownId;
  const isOwn = accountId !== '' && accountId === ownId;
  if (!isOwn && !(await seesProfile(db, viewer, accountId))) return { rows: [], isOwn, films: [] };
  const rows = await lists.list(db, { accountId, isOwn, filmId, limit: FILM_LISTS_MAX });
  const listIds = rows.map(({ id }) => id);
  return { rows, isOwn, films: await listed.list(db, { listIds, all: false, limit: FILM_LIST_FIRST_FILMS }) };
}
