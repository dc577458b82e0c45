import { dayRangeOf } from '@marquee/rules/day-range';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { filmNotAvailable, filmNotYours } from '../films/film-errors.ts';
import { canEdit, isVisible } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import * as plays from './plays.ts';

export const getFilmPlaysSchema = dayRangeOf({ filmId: z.string() });

export type FilmPlays = {
  totals: plays.Counts;
  days: plays.Plays['days'];
  shares: plays.Share[];
  reached: bigint[];
  countedUntil: Date;
};

/** How a film was watched, for its creator and staff [STU-13:plays] [STU-13:sources]. */
export async function getFilmPlays(
  { db, clock }: FilmResources,
  viewer: AccountViewer,
  input: z.output<typeof getFilmPlaysSchema>,
): Promise<FilmPlays> {
  // Asked before the figures: what is summed meanwhile is in them, and no later time is named.
  const [film, waitingSince] = await Promise.all([films.get(db, input.filmId), plays.waitingSince(db)]);
  const countedUntil = waitingSince ?? clock.now();
  if (!canEdit(viewer, film)) throw isVisible(film) ? filmNotYours() : filmNotAvailable();
  const [{ days, shares }, reached] = await Promise.all([plays.listSpan(db, input), plays.reached(db, film.id)]);
  const totals = days.reduce((sum, day) => plays.plus(sum, day), { starts: 0n, views: 0n, playedMs: 0n });
  return { totals, days, shares: [...shares, ...sourcesOf(days)], reached, countedUntil };
}

/** The sources of all days, the most first. */
function sourcesOf(days: plays.Plays['days']): plays.Share[] {
  const sums = new Map<string, plays.Share>();
  for (const share of days.flatMap(({ sources }) => sources)) {
    const sum = sums.get(share.value);
    sums.set(share.value, sum ? { ...share, ...plays.plus(sum, share) } : share);
  }
  return [...sums.values()].sort((a, b) => Number(b.starts - a.starts) || (a.value < b.value ? -1 : 1));
}
