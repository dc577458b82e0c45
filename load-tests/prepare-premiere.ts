import { createFilm, type PrepareOptions, untilPlayable } from './prepare-site.ts';
import type { SiteOwner } from './site-owner.ts';

/** A premiere that starts soon, for premiere-lobby.js. */
export type PreparedPremiere = {
  filmId: string;
  /** Milliseconds since 1970. */
  startsAt: number;
  /** How long the film is. */
  seconds: number;
};

type Options = Pick<PrepareOptions, 'clip' | 'seconds' | 'say'> & { makerId: string; startsInS: number };

/** Makes a free film that has its premiere in so many seconds. A second run gives the same film a new premiere. */
export async function preparePremiere(
  owner: SiteOwner,
  { makerId, startsInS, ...options }: Options,
): Promise<PreparedPremiere> {
  const { film } = owner;
  const filmId = await createFilm(owner, makerId, { ...options, use: 'premiere/' });
  await untilPlayable(film, filmId);
  const startsAt = film.clock.now().getTime() + startsInS * 1_000;
  const [row] = await film.db.query<{ runningTime: number }>(
    `UPDATE films SET release_type = 'SCREENING', screening_start_time = $2, premiere_stopped_at = NULL,
       version = version + 1 WHERE id = $1 RETURNING running_time`,
    [filmId, new Date(startsAt)],
  );
  return { filmId, startsAt, seconds: row?.runningTime ?? 0 };
}
