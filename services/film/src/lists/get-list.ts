import { FILM_LIST_FILMS_MAX } from '@marquee/rules/film-lists';
import type { Viewer } from '@marquee/runtime/viewer';
import { seesProfile } from '../people/sees-profile.ts';
import type { FilmResources } from '../resources.ts';
import * as lists from './film-lists.ts';
import { listNotFound } from './list-errors.ts';
import * as listed from './list-films.ts';

export type ListPage = { list: lists.FilmList; isOwn: boolean; films: listed.ListedFilm[] };

/** An own list, or one that its owner shows, for whom sees their profile; others see the films that are available [FLM-14:lists]. */
export async function getList(
  { db }: Pick<FilmResources, 'db'>,
  viewer: Viewer,
  { listId }: { listId: string },
): Promise<ListPage> {
  const viewerId = viewer.kind === 'account' ? viewer.accountId : '';
  const list = await lists.find(db, listId, viewerId);
  if (!list) throw listNotFound();
  const isOwn = list.accountId === viewerId;
  if (!isOwn && !(list.isPublic && (await seesProfile(db, viewer, list.accountId)))) throw listNotFound();
  const films = await listed.list(db, { listIds: [list.id], all: isOwn, limit: FILM_LIST_FILMS_MAX });
  return { list, isOwn, films };
}
