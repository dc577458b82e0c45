import { FEATURED_LIMITS, FEATURED_MESSAGES, featuredPlace, featuredTime } from '@marquee/rules/featured';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmWrite } from '../resources.ts';
import { featuredFull } from './featured-errors.ts';
import { featuredFilmsChanged } from './featured-events.ts';
import * as featured from './featured-films.ts';
import { entriesOf, type FeaturedEntry } from './list-featured-films.ts';
import { atPlace } from './move-featured-film.ts';

export const featureFilmSchema = filmIdSchema
  .extend({ startsAt: featuredTime.optional(), endsAt: featuredTime.optional(), place: featuredPlace.optional() })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt, {
    path: ['endsAt'],
    message: FEATURED_MESSAGES.endsBeforeStart,
  });

/**
 * Picks a film for the large place of the home page, or sets the dates of one that is picked. A film that is not in the
 * feed can be picked ahead of its release: it is not shown before.
 */
export async function featureFilm(
  { tx, clock, emit }: FilmWrite,
  viewer: AccountViewer,
  { filmId, startsAt, endsAt, place }: z.output<typeof featureFilmSchema>,
): Promise<FeaturedEntry[]> {
  await featured.lock(tx);
  const film = await films.lock(tx, filmId);
  const picks = await featured.list(tx);
  const before = picks.map((pick) => pick.filmId);
  const isNew = !before.includes(film.id);
  if (isNew && before.length >= FEATURED_LIMITS.filmsMax) throw featuredFull();

  const now = clock.now();
  const dates = { startsAt: startsAt ?? null, endsAt: endsAt ?? null };
  await featured.put(tx, { filmId: film.id, ...dates, updatedBy: viewer.accountId, updatedAt: now });
  const last = before.length;
  if (isNew || place !== undefined) await featured.order(tx, atPlace(before, film.id, place ?? last));
  const old = picks.find((pick) => pick.filmId === film.id);
  const changes = [
    dateChange('startsAt', old?.startsAt, dates.startsAt),
    dateChange('endsAt', old?.endsAt, dates.endsAt),
  ];
  const at = { filmId: film.id, version: film.version, actorId: viewer.accountId, createdAt: now };
  await filmActions.insert(tx, at, [
    { kind: 'FEATURED', changes: changes.filter(({ before, after }) => before !== after) },
  ]);
  await emit(featuredFilmsChanged(film.id, await featured.nextVersion(tx)));
  return entriesOf(tx, now);
}

const dateChange = (field: string, before: Date | null | undefined, after: Date | null): filmActions.FieldChange => ({
  ...{ field, before: before?.toISOString() ?? '' },
  after: after?.toISOString() ?? '',
});
