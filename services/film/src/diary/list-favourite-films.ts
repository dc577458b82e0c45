import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { Card } from '../films/cards.ts';
import { seesProfile } from '../people/sees-profile.ts';
import type { FilmResources } from '../resources.ts';
import * as favourites from './favourite-films.ts';

export const listFavouriteFilmsSchema = z.object({ personId: z.string() });

/** Somebody's favourite films, for whom sees their profile [FLM-14:favourites]. */
export async function listFavouriteFilms(
  { db }: Pick<FilmResources, 'db'>,
  viewer: Viewer,
  { personId }: z.output<typeof listFavouriteFilmsSchema>,
): Promise<Card[]> {
  return (await seesProfile(db, viewer, personId)) ? favourites.list(db, personId) : [];
}
