import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { Card } from '../films/cards.ts';
import { seesProfile } from '../people/sees-profile.ts';
import type { FilmResources } from '../resources.ts';
import * as favourites from './favourite-films.ts';
import * as shown from './shown-diaries.ts';

export const listFavouriteFilmsSchema = z.object({ personId: z.string() });

export type Favourites = { cards: Card[]; isDiaryShown: boolean };

/** Somebody's favourite films and whether they show their diary, for whom sees their profile [FLM-14:favourites]. */
export async function listFavouriteFilms(
  { db }: Pick<FilmResources, 'db'>,
  viewer: Viewer,
  { personId }: z.output<typeof listFavouriteFilmsSchema>,
): Promise<Favourites> {
  if (!(await seesProfile(db, viewer, personId))) return { cards: [], isDiaryShown: false };
  const [cards, isDiaryShown] = await Promise.all([favourites.list(db, personId), shown.isShown(db, personId)]);
  return { cards, isDiaryShown };
}
