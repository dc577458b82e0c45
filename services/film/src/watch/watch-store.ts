import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { Film, PlaybackSession, Progress } from '../../gen/prisma/client.ts';
import { filmNotFound } from '../films/film-errors.ts';
import type { Queryable } from '../films/film-store.ts';

/** A film with what one viewer has of it. */
export type AccessRow = Pick<
  Film,
  | 'id'
  | 'version'
  | 'film_title'
  | 'created_by'
  | 'published'
  | 'is_approved'
  | 'website'
  | 'release_type'
  | 'is_free'
  | 'usd_cost'
  | 'screening_start_time'
  | 'film_media_id'
  | 'film_ready'
  | 'trailer_ready'
  | 'running_time'
  | 'drm_encoding_status'
  | 'trailer_thumbnail'
> & {
  expire_at: Date | null;
  position_ms: number | null;
  finished: boolean | null;
  progress_at: Date | null;
  liked: boolean;
  own_rating: number | null;
  own_message: string | null;
  /** What media says of the film's video: IN_PROGRESS, COMPLETE, ERROR, or '' without a transcode. */
  film_transcode_status: string;
};

const ACCESS_COLUMNS = `
  f.id, f.version, f.film_title, f.created_by, f.published, f.is_approved, f.website, f.release_type, f.is_free, f.usd_cost,
  f.screening_start_time, f.film_media_id, f.film_ready, f.trailer_ready, f.running_time, f.drm_encoding_status,
  f.trailer_thumbnail, u.expire_at, coalesce(m.transcode_status, '') AS film_transcode_status`;

const ACCESS = `
  SELECT ${ACCESS_COLUMNS}, g.position_ms, g.finished, g.as_of AS progress_at, l.film_id IS NOT NULL AS liked,
    r.rating AS own_rating, r.message AS own_message
  FROM films f
    LEFT JOIN media_copies m ON m.media_id = f.film_media_id
    LEFT JOIN unlocks u ON u.account_id = $2 AND u.film_id = f.id
    LEFT JOIN progress g ON g.account_id = $2 AND g.film_id = f.id
    LEFT JOIN film_likes l ON l.film_id = f.id AND l.account_id = $2
    LEFT JOIN reviews r ON r.film_id = f.id AND r.account_id = $2
  WHERE f.id = $1`;

/** @throws DomainError NOT_FOUND, FILM_NOT_FOUND */
export async function getAccessRow(db: Queryable, filmId: string, accountId: string | null): Promise<AccessRow> {
  if (!isId(filmId)) throw filmNotFound();
  const [row] = await db.query<AccessRow>({ name: 'watch.access', text: ACCESS, values: [filmId, accountId] });
  if (!row) throw filmNotFound();
  return row;
}

export type SessionRow = PlaybackSession & { film: AccessRow };

const SESSION = `
  SELECT ${ACCESS_COLUMNS}, NULL AS position_ms, NULL AS finished, s.id AS playback_id, s.account_id, s.session_id,
    s.media_id, s.native_hls, s.duration_ms, s.started_at, s.position_ms AS session_position_ms, s.played_ms,
    s.seen_at, s.viewed_at, s.ended_at, s.quality_told
  FROM playback_sessions s JOIN films f ON f.id = s.film_id
    LEFT JOIN media_copies m ON m.media_id = f.film_media_id
    LEFT JOIN unlocks u ON u.account_id = s.account_id AND u.film_id = s.film_id
  WHERE s.id = $1`;

type JoinedSession = AccessRow &
  Omit<PlaybackSession, 'id' | 'position_ms'> & { playback_id: string; session_position_ms: number };

/** A playback session with its film and unlock as they are now, by one prepared query. */
export async function getSession(db: Queryable, playbackSessionId: string): Promise<SessionRow | undefined> {
  if (!isId(playbackSessionId)) return undefined;
  const values = [playbackSessionId];
  const [row] = await db.query<JoinedSession>({ name: 'watch.session', text: SESSION, values });
  if (!row) return undefined;
  return {
    id: row.playback_id,
    film_id: row.id,
    account_id: row.account_id,
    session_id: row.session_id,
    media_id: row.media_id,
    native_hls: row.native_hls,
    duration_ms: row.duration_ms,
    started_at: row.started_at,
    position_ms: row.session_position_ms,
    played_ms: row.played_ms,
    seen_at: row.seen_at,
    viewed_at: row.viewed_at,
    ended_at: row.ended_at,
    quality_told: row.quality_told,
    film: row,
  };
}

export type NewSession = Pick<
  PlaybackSession,
  'id' | 'film_id' | 'account_id' | 'session_id' | 'media_id' | 'native_hls' | 'duration_ms' | 'started_at'
>;

export async function insertSession(tx: Tx, s: NewSession): Promise<void> {
  await tx.query({
    name: 'watch.start',
    text: `INSERT INTO playback_sessions
        (id, film_id, account_id, session_id, media_id, native_hls, duration_ms, started_at, seen_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    values: [s.id, s.film_id, s.account_id, s.session_id, s.media_id, s.native_hls, s.duration_ms, s.started_at],
  });
}

/** Ends the playback of a sign-in, or of all of an account. */
export async function endSessions(
  tx: Tx,
  which: { sessionId: string } | { accountId: string },
  now: Date,
): Promise<void> {
  const [column, value] =
    'sessionId' in which ? (['session_id', which.sessionId] as const) : (['account_id', which.accountId] as const);
  const text = `UPDATE playback_sessions SET ended_at = $2 WHERE ${column} = $1 AND ended_at IS NULL`;
  await tx.query(text, [value, now]);
}

/** True the first time. */
export async function markViewed(tx: Tx, playbackSessionId: string, now: Date): Promise<boolean> {
  const text = 'UPDATE playback_sessions SET viewed_at = $2 WHERE id = $1 AND viewed_at IS NULL RETURNING 1';
  return (await tx.query({ name: 'watch.viewed', text, values: [playbackSessionId, now] })).length > 0;
}

export type PlaybackEventRow = { eventId: string; event: string; timeMs: number; occurredAt: Date };

/** The ids of those that were new. */
export async function insertEvents(
  tx: Tx,
  session: { id: string; film_id: string },
  events: readonly PlaybackEventRow[],
): Promise<Set<string>> {
  const rows = await tx.query<{ event_id: string }>(
    `INSERT INTO playback_events (playback_session_id, film_id, event_id, event, time_ms, occurred_at)
     SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::int[], $6::timestamptz[])
     ON CONFLICT DO NOTHING RETURNING event_id`,
    [
      session.id,
      session.film_id,
      events.map(({ eventId }) => eventId),
      events.map(({ event }) => event),
      events.map(({ timeMs }) => timeMs),
      events.map(({ occurredAt }) => occurredAt),
    ],
  );
  return new Set(rows.map(({ event_id }) => event_id));
}

/** Marks what a player has told of a session; true when none of `unless` was marked before. */
export async function markQualityTold(
  db: Queryable,
  playbackSessionId: string,
  mark: number,
  unless: number,
): Promise<boolean> {
  const text =
    'UPDATE playback_sessions SET quality_told = quality_told | $2 WHERE id = $1 AND quality_told & $3 = 0 RETURNING 1';
  return (await db.query({ name: 'watch.told', text, values: [playbackSessionId, mark, unless] })).length > 0;
}

export type ContinueRow = Pick<Progress, 'film_id' | 'position_ms' | 'duration_ms' | 'as_of'>;

/** Films begun and not finished that can be watched now, last watched first. */
export async function listUnfinished(
  db: Queryable,
  list: { accountId: string; after: [string, string] | undefined; size: number },
): Promise<ContinueRow[]> {
  return db.query<ContinueRow>({
    name: 'watch.continue',
    text: `SELECT g.film_id, g.position_ms, g.duration_ms, g.as_of
      FROM progress g JOIN films f ON f.id = g.film_id
      WHERE g.account_id = $1 AND NOT g.finished AND g.position_ms > 0 AND f.film_ready
        AND ((f.published AND f.is_approved AND f.website) OR f.created_by = $1)
        AND ($2::timestamptz IS NULL OR (g.as_of, g.film_id) < ($2, $3::uuid))
      ORDER BY g.as_of DESC, g.film_id DESC LIMIT $4`,
    values: [list.accountId, list.after?.[0] ?? null, list.after?.[1] ?? null, list.size + 1],
  });
}

const UNLOCK = `
  INSERT INTO unlocks AS u (id, account_id, film_id, expire_at, created_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (account_id, film_id) DO UPDATE SET id = excluded.id, expire_at = excluded.expire_at,
    paid_amount = excluded.paid_amount, coins = excluded.coins, created_at = excluded.created_at
  WHERE u.expire_at <= $5
  RETURNING id`;

/** A free unlock, unless one is still valid; true when it is new. */
export async function insertUnlock(
  tx: Tx,
  unlock: { id: string; accountId: string; filmId: string; expireAt: Date; now: Date },
): Promise<boolean> {
  const values = [unlock.id, unlock.accountId, unlock.filmId, unlock.expireAt, unlock.now];
  return (await tx.query({ name: 'watch.unlock', text: UNLOCK, values })).length > 0;
}
