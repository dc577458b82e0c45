import { PREMIERE_LIMITS } from '@marquee/rules/premieres';
import type { Queryable } from '../films/films.ts';
import { IS_PREMIERE_AT } from '../tickets/ticket-rights.ts';
import type { FilmAndUnlock } from '../watch/access.ts';
import { premiereNotFound } from './premiere-errors.ts';

/** The event at which a film has its premiere, and what plays before it there. */
export type PremiereEvent = { eventId: string; preRollUri: string; preRollSeconds: number };

const EVENT = `
  SELECT s.id AS event_id, s.pre_roll_uri, s.pre_roll_seconds
  FROM films f JOIN screening_films sf ON sf.film_id = f.id JOIN screenings s ON s.id = sf.screening_id
  WHERE f.id = $1 AND s.open AND ${IS_PREMIERE_AT}
  ORDER BY s.starts_at, s.id LIMIT 1`;

/** The same for everybody: the first of several. */
export async function eventOf(db: Queryable, filmId: string): Promise<PremiereEvent | undefined> {
  const [row] = await db.query<PremiereEvent>({ name: 'premieres.event', text: EVENT, values: [filmId] });
  return row;
}

/** When a premiere starts. @throws DomainError NOT_FOUND, PREMIERE_NOT_FOUND */
export function startOf({
  releaseType,
  screeningStartTime,
}: Pick<FilmAndUnlock, 'releaseType' | 'screeningStartTime'>): Date {
  if (releaseType !== 'SCREENING' || !screeningStartTime) throw premiereNotFound();
  return screeningStartTime;
}

/** When what is opened now begins: at the start of a premiere that begins within minutes, of all else at once. */
export function beginOf(
  { releaseType, screeningStartTime }: Pick<FilmAndUnlock, 'releaseType' | 'screeningStartTime'>,
  now: Date,
): Date {
  const isSoon =
    releaseType === 'SCREENING' &&
    screeningStartTime !== null &&
    screeningStartTime > now &&
    screeningStartTime.getTime() - now.getTime() <= PREMIERE_LIMITS.opensBeforeMs;
  return isSoon ? screeningStartTime : now;
}

/** When the last picture of a premiere that starts then is shown. */
export const endOf = (start: Date, { runningTime }: { runningTime: number }, event: PremiereEvent | undefined): Date =>
  new Date(start.getTime() + ((event?.preRollSeconds ?? 0) + runningTime) * 1_000);
