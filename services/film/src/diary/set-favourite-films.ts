import { DIARY_MESSAGES, FAVOURITE_FILMS_MAX } from '@marquee/rules/diary';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmWrite } from '../resources.ts';
import * as favourites from './favourite-films.ts';

export const setFavouriteFilmsSchema = z.object({
  filmIds: z
    .array(z.string())
    .max(FAVOURITE_FILMS_MAX, DIARY_MESSAGES.favouritesMax)
    .refine((ids) => new Set(ids).size === ids.length, DIARY_MESSAGES.favouriteTwice),
});

/** Replaces the viewer's favourite films, which their profile shows in this order [FLM-14:favourites]. */
export async function setFavouriteFilms(
  { tx }: FilmWrite,
  viewer: AccountViewer,
  { filmIds }: z.output<typeof setFavouriteFilmsSchema>,
): Promise<void> {
  for (const filmId of filmIds) requireVisibleTo(viewer, await films.get(tx, filmId));
  await favourites.replace(tx, viewer.accountId, filmIds);
}
