import { isId } from '@marquee/data/ids';
import type { Entitlement, Progress, Review } from '../../gen/prisma/client.ts';
import { filmNotFound } from '../films/film-errors.ts';
import { type Film, filmColumns, type Queryable } from '../films/films.ts';

/** What access to a film depends on, and what its player shows of it. */
const FILM_FIELDS = [
  'id',
  'version',
  'filmTitle',
  'createdBy',
  'published',
  'isApproved',
  'website',
  'releaseType',
  'isFree',
  'usdCost',
  'coinCost',
  'screeningStartTime',
  'premiereStoppedAt',
  'availableFrom',
  'availableUntil',
  'startWindowHours',
  'watchWindowHours',
  'filmMediaId',
  'filmReady',
  'trailerReady',
  'runningTime',
  'drmEncodingStatus',
  'allowedLocations',
  'blockedLocations',
  'trailerThumbnail',
] as const satisfies readonly (keyof Film)[];

/** A film and a viewer's right to watch it. */
export type FilmAndUnlock = Pick<Film, (typeof FILM_FIELDS)[number]> & {
  /**
   * When each right of the viewer to the film starts (null: at once), and when it ends, in the order in which they are
   * used; null without any.
   */
  rightsStart: Entitlement['startsAt'][] | null;
  rightsEnd: Entitlement['endsAt'][] | null;
  /** Of each right whose time begins with the first playback: how long it is. Null once it has begun, and for others. */
  rightsWatch: Entitlement['watchSeconds'][] | null;
  /** Until when the viewer may watch it to judge it, though it is not open to them otherwise; null if they may not. */
  screenerUntil: Entitlement['endsAt'] | null;
  /** The transcode of the film's video: IN_PROGRESS, COMPLETE, ERROR, or '' without a transcode. */
  filmTranscodeStatus: string;
  /** What of it plays by now; a video that is encrypted or prepared again has another one. */
  filmPlayableVersion: string;
};

/** The same with the viewer's progress, marks and rating. */
export type AccessRow = FilmAndUnlock & {
  positionMs: Progress['positionMs'] | null;
  finished: Progress['finished'] | null;
  progressAt: Progress['asOf'] | null;
  liked: boolean;
  blocked: boolean;
  ownRating: Review['rating'] | null;
  ownMessage: Review['message'] | null;
  watchlisted: boolean;
};

/** For a FROM that has a film as `f`, followed by `unlockFrom`. */
export const FILM_AND_UNLOCK = `${filmColumns(FILM_FIELDS)}, u.rights_start, u.rights_end, u.rights_watch,
  u.screener_until,
  coalesce(m.transcode_status, '') AS film_transcode_status, coalesce(m.playable_version, '') AS film_playable_version`;

/** What the viewer unlocked is used before what staff gave them, as `startWaiting` does it. */
const IN_ORDER = 'ORDER BY source DESC, ends_at, source_id';

/** Joins the rights of an account, which `accountId` names as an SQL expression. */
export const unlockFrom = (accountId: string) => `
  LEFT JOIN media_copies m ON m.media_id = f.film_media_id
  LEFT JOIN LATERAL (
    SELECT array_agg(starts_at ${IN_ORDER}) FILTER (WHERE source <> 'SCREENER') AS rights_start,
      array_agg(ends_at ${IN_ORDER}) FILTER (WHERE source <> 'SCREENER') AS rights_end,
      array_agg(CASE WHEN started_at IS NULL THEN watch_seconds END ${IN_ORDER}) FILTER (WHERE source <> 'SCREENER')
        AS rights_watch,
      max(ends_at) FILTER (WHERE source = 'SCREENER') AS screener_until
    FROM entitlements WHERE account_id = ${accountId} AND film_id = f.id
  ) u ON true`;

const ACCESS = `
  SELECT ${FILM_AND_UNLOCK}, g.position_ms, g.finished, g.as_of AS progress_at, l.film_id IS NOT NULL AS liked,
    b.film_id IS NOT NULL AS blocked, r.rating AS own_rating, r.message AS own_message,
    w.film_id IS NOT NULL AS watchlisted
  FROM films f ${unlockFrom('$2')}
    LEFT JOIN progress g ON g.account_id = $2 AND g.film_id = f.id
    LEFT JOIN film_likes l ON l.film_id = f.id AND l.account_id = $2
    LEFT JOIN film_blocks b ON b.film_id = f.id AND b.account_id = $2
    LEFT JOIN reviews r ON r.film_id = f.id AND r.account_id = $2
    LEFT JOIN watchlist_films w ON w.account_id = $2 AND w.film_id = f.id AND w.removed_at IS NULL
  WHERE f.id = $1`;

/** @throws DomainError NOT_FOUND, FILM_NOT_FOUND */
export async function get(db: Queryable, filmId: string, accountId: string | null): Promise<AccessRow> {
  if (!isId(filmId)) throw filmNotFound();
  const [row] = await db.query<AccessRow>({ name: 'watch.access', text: ACCESS, values: [filmId, accountId] });
  if (!row) throw filmNotFound();
  return row;
}
