import { featuredPlace } from '@marquee/rules/featured';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmWrite } from '../resources.ts';
import { notFeatured } from './featured-errors.ts';
import { featuredFilmsChanged } from './featured-events.ts';
import * as featured from './featured-films.ts';
import { entriesOf, type FeaturedEntry } from './list-featured-films.ts';

export const moveFeaturedFilmSchema = filmIdSchema.extend({ place: featuredPlace });

/** Moves one of the picked films to another place; the others keep their order. */
export async function moveFeaturedFilm(
  { tx, clock, emit }: FilmWrite,
  viewer: AccountViewer,
  { filmId, place }: z.output<typeof moveFeaturedFilmSchema>,
): Promise<FeaturedEntry[]> {
  await featured.lock(tx);
  const film = await films.lock(tx, filmId);
  const before = (await featured.list(tx)).map((pick) => pick.filmId);
  if (!before.includes(film.id)) throw notFeatured();
  const after = atPlace(before, film.id, place);
  await featured.order(tx, after);
  const at = { filmId: film.id, version: film.version, actorId: viewer.accountId, createdAt: clock.now() };
  const changes = [{ field: 'place', before: placeIn(before, film.id), after: placeIn(after, film.id) }];
  await filmActions.insert(tx, at, [{ kind: 'FEATURED_MOVED', changes }]);
  await emit(featuredFilmsChanged(film.id, await featured.nextVersion(tx)));
  return entriesOf(tx, clock.now());
}

/** The ids with this one at a place, from 0. */
export function atPlace(filmIds: readonly string[], filmId: string, place: number): string[] {
  return filmIds.filter((id) => id !== filmId).toSpliced(place, 0, filmId);
}

/** As people count. */
const placeIn = (filmIds: readonly string[], filmId: string) => String(filmIds.indexOf(filmId) + 1);
