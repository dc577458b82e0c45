import type { Query } from '@marquee/data/database';
import { facts, invariant, type ServiceInvariants } from '@marquee/data/invariants';
import { VISIBLE, VISIBLE_FILMS } from './films/films.ts';

const COUNTS = 'stars_1, stars_2, stars_3, stars_4, stars_5, comments, likes, blocks';

export const invariants: ServiceInvariants = {
  invariants: [
    invariant(
      'film',
      'stars, comments, likes and blocks are counted once each',
      `WITH counted AS (
         SELECT film_id, what, sum(n)::int AS n
         FROM (SELECT film_id, ${COUNTS} FROM film_stats UNION ALL SELECT film_id, ${COUNTS} FROM stat_deltas) AS s,
           LATERAL (VALUES ('ratings of 1', stars_1), ('ratings of 2', stars_2), ('ratings of 3', stars_3),
             ('ratings of 4', stars_4), ('ratings of 5', stars_5), ('comments', comments), ('likes', likes),
             ('blocks', blocks)) AS c (what, n)
         GROUP BY film_id, what
       ), given AS (
         SELECT film_id, 'ratings of ' || rating AS what, count(*)::int AS n FROM reviews
           WHERE held_at IS NULL GROUP BY film_id, rating
         UNION ALL SELECT film_id, 'comments', count(*)::int FROM reviews
           WHERE message <> '' AND held_at IS NULL GROUP BY film_id
         UNION ALL SELECT film_id, 'likes', count(*)::int FROM film_likes GROUP BY film_id
         UNION ALL SELECT film_id, 'blocks', count(*)::int FROM film_blocks GROUP BY film_id
       )
       SELECT what || ' of film ' || film_id || ': ' || coalesce(c.n, 0) || ' counted, ' || coalesce(g.n, 0) || ' given'
         AS violation
       FROM counted c FULL JOIN given g USING (film_id, what) JOIN films f ON f.id = film_id
       WHERE coalesce(c.n, 0) <> coalesce(g.n, 0)`,
    ),
    invariant(
      'film',
      'search finds a film that everybody finds, and no other',
      `SELECT 'film ' || coalesce(f.id, d.id) || CASE WHEN d.id IS NULL THEN ' is not found' ELSE ' is found' END AS violation
       FROM films f FULL JOIN (SELECT id FROM search_documents WHERE collection = '${VISIBLE_FILMS}') d ON d.id = f.id
       WHERE coalesce(${VISIBLE}, false) <> (d.id IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM search_stale s WHERE s.id = coalesce(f.id, d.id))`,
    ),
    // Where the outbox still holds every event, and no review was imported: imports publish none.
    invariant(
      'review',
      'each version of a review has one event',
      `SELECT 'review ' || r.id || ' is at version ' || r.version || ' and has ' || coalesce(e.n, 0) || ' events'
         AS violation
       FROM reviews r LEFT JOIN (
         SELECT key, count(*) AS n FROM outbox WHERE type = 'events.v1.FilmRated' GROUP BY key
       ) e ON e.key = r.id::text
       WHERE r.version <> coalesce(e.n, 0)`,
    ),
  ],
  owns: {
    'film of a file': facts('SELECT media_id AS id, film_id AS value FROM film_assets'),
  },
  copies: {
    profile: facts("SELECT id, first_name || ' ' || last_name || ' ' || profile_picture AS value FROM people"),
    block: facts("SELECT id, blocker_id || ' ' || blocked_id AS value FROM blocks WHERE blocker_id IS NOT NULL"),
    transcode: facts("SELECT media_id AS id, transcode_status AS value FROM media_copies WHERE transcode_status <> ''"),
    picture: facts("SELECT media_id AS id, 'READY' AS value FROM media_copies WHERE image IS NOT NULL"),
  },
};

export type ReviewOnRecord = {
  id: string;
  filmId: string;
  accountId: string;
  rating: number;
  message: string;
  version: number;
};

/** Every review as it stands. */
export function reviewsOnRecord(query: Query): Promise<ReviewOnRecord[]> {
  return query('SELECT id, film_id, account_id, rating, message, version::int AS version FROM reviews');
}

export type FilmOnRecord = { id: string; filmTitle: string; logLine: string; published: boolean };

/** Every film as it stands. */
export function filmsOnRecord(query: Query): Promise<FilmOnRecord[]> {
  return query('SELECT id, film_title, log_line, published FROM films');
}

/** The position in milliseconds of each of these playback sessions that is known. */
export async function positionsOnRecord(query: Query, sessionIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await query<{ id: string; positionMs: number }>(
    'SELECT id, position_ms FROM playback_sessions WHERE id = ANY($1)',
    [sessionIds],
  );
  return new Map(rows.map(({ id, positionMs }) => [id, positionMs]));
}
