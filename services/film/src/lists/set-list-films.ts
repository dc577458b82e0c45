import { FILM_LIST_FILMS_MAX, FILM_LIST_MESSAGES } from '@marquee/rules/film-lists';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmWrite } from '../resources.ts';
import * as lists from './film-lists.ts';
import { listNotFound } from './list-errors.ts';
import * as listed from './list-films.ts';
import { listIdSchema } from './update-list.ts';

export const setListFilmsSchema = listIdSchema.extend({
  filmIds: z
    .array(z.string())
    .max(FILM_LIST_FILMS_MAX, FILM_LIST_MESSAGES.filmsMax)
    .refine((ids) => new Set(ids).size === ids.length, FILM_LIST_MESSAGES.filmTwice),
});

/** Replaces the films of an own list and their order. New ones have to be visible; those on it may stay [FLM-14:lists]. */
export async function setListFilms(
  { tx, clock }: FilmWrite,
  viewer: AccountViewer,
  { listId, filmIds }: z.output<typeof setListFilmsSchema>,
): Promise<void> {
  if (!(await lists.lockOwn(tx, listId, viewer.accountId))) throw listNotFound();
  const before = await listed.ids(tx, listId);
  if (before.join() === filmIds.join()) return;
  const there = new Set(before);
  for (const filmId of filmIds) {
    if (!there.has(filmId)) requireVisibleTo(viewer, await films.get(tx, filmId));
  }
  await listed.replace(tx, listId, filmIds);
  await lists.setUpdated(tx, listId, clock.now());
}
