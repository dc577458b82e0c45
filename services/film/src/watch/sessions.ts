import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { PlaybackSession } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';
import * as plays from '../statistics/plays.ts';
import { FILM_AND_UNLOCK, type FilmAndUnlock, unlockFrom } from './access.ts';

/** A playback session with its film, and its viewer's right to it, as they are now. */
export type Session = PlaybackSession & { film: FilmAndUnlock };

const FIND = `
  SELECT ${FILM_AND_UNLOCK}, s.id AS playback_session_id, s.account_id, s.session_id, s.media_id, s.native_hls,
    s.duration_ms, s.started_at, s.position_ms, s.played_ms, s.seen_at, s.viewed_at, s.ended_at, s.displaced_at, s.address,
    s.address_ended_at, s.placed_at, s.quality_counted,
    s.country, s.device, s.source, s.furthest_ms, s.uncounted, s.preview, s.pre_roll_ms
  FROM playback_sessions s JOIN films f ON f.id = s.film_id ${unlockFrom('s.account_id')}
  WHERE s.id = $1`;

type JoinedSession = FilmAndUnlock & Omit<PlaybackSession, 'id' | 'filmId'> & { playbackSessionId: string };

/** Session, film and unlock by one prepared query. */
export async function find(db: Queryable, playbackSessionId: string): Promise<Session | undefined> {
  if (!isId(playbackSessionId)) return undefined;
  const values = [playbackSessionId];
  const [row] = await db.query<JoinedSession>({ name: 'watch.session', text: FIND, values });
  return row && { ...row, id: row.playbackSessionId, filmId: row.id, film: row };
}

/** Playbacks that one account starts at once begin one after the other. */
export async function takeTurn(tx: Tx, accountId: string): Promise<void> {
  await tx.query({
    name: 'watch.turn',
    text: "SELECT pg_advisory_xact_lock(hashtextextended('playbacks of ' || $1, 0))",
    values: [accountId],
  });
}

/**
 * The playbacks of an account that kept their place since then, the one that began first before the others.
 * Previews have none.
 */
export function streamsOf(
  tx: Tx,
  accountId: string,
  since: Date,
): Promise<Pick<PlaybackSession, 'id' | 'sessionId'>[]> {
  return tx.query<Pick<PlaybackSession, 'id' | 'sessionId'>>({
    name: 'watch.streams',
    text: `SELECT id, session_id FROM playback_sessions
      WHERE account_id = $1 AND coalesce(placed_at, seen_at) > $2 AND ended_at IS NULL AND displaced_at IS NULL
        AND NOT preview
      ORDER BY started_at, id`,
    values: [accountId, since],
  });
}

/** When a playback last kept its place; one that a release before started has only the time when it was last heard of. */
export const placedAtOf = ({ placedAt, seenAt }: Session): Date => placedAt ?? seenAt;

/** Keeps the place of a playback among the streams of its account; a preview that is none any more takes one. */
export async function keepPlace(tx: Tx, id: string, now: Date): Promise<void> {
  const text = 'UPDATE playback_sessions SET placed_at = greatest(placed_at, $2), preview = false WHERE id = $1';
  await tx.query({ name: 'watch.keep-place', text, values: [id, now] });
}

/** By what media knows the address of a playback: each one has a number of its own. */
export const addressIdOf = ({ id, address }: Pick<PlaybackSession, 'id' | 'address'>): string => `${id}_${address}`;

type Address = Pick<PlaybackSession, 'id' | 'address' | 'nativeHls' | 'durationMs'>;

/** Marks the addresses of playbacks as ended; returns those that were not. */
export function endAddresses(tx: Tx, ids: readonly string[], now: Date): Promise<Address[]> {
  const text = `UPDATE playback_sessions SET address_ended_at = $2 WHERE id = ANY($1::uuid[]) AND address_ended_at IS NULL
    RETURNING id, address, native_hls, duration_ms`;
  return tx.query<Address>({ name: 'watch.end-addresses', text, values: [ids, now] });
}

/** Gives a playback that continues another address; the one that ended never plays again. */
export async function nextAddress(tx: Tx, id: string): Promise<Pick<PlaybackSession, 'address' | 'addressEndedAt'>> {
  const text = `UPDATE playback_sessions SET address = address + 1, address_ended_at = NULL
    WHERE id = $1 AND address_ended_at IS NOT NULL RETURNING address, address_ended_at`;
  const [next] = await tx.query<Pick<PlaybackSession, 'address' | 'addressEndedAt'>>({
    ...{ name: 'watch.next-address', text, values: [id] },
  });
  return next as Pick<PlaybackSession, 'address' | 'addressEndedAt'>;
}

/** Playbacks by native HLS that were not heard of since then, and whose addresses still play: none does after a day. */
export async function silentNative(tx: Tx, since: Date, limit: number): Promise<string[]> {
  const text = `SELECT id FROM playback_sessions
    WHERE native_hls AND address_ended_at IS NULL AND seen_at < $1 AND seen_at > $1::timestamptz - interval '1 day'
      AND coalesce(placed_at, seen_at) < $1
    ORDER BY seen_at LIMIT $2`;
  const rows = await tx.query<Pick<PlaybackSession, 'id'>>({
    name: 'watch.silent-native',
    text,
    values: [since, limit],
  });
  return rows.map(({ id }) => id);
}

/** Ends a playback that its viewer has left; false when it had ended before. */
export async function leave(tx: Tx, id: string, now: Date): Promise<void> {
  const text = 'UPDATE playback_sessions SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL';
  await tx.query({ name: 'watch.leave', text, values: [id, now] });
}

/** Ends playbacks in favour of another one of their account. */
export async function displace(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  const text = 'UPDATE playback_sessions SET displaced_at = $2 WHERE id = ANY($1::uuid[])';
  await tx.query({ name: 'watch.displace', text, values: [ids, now] });
}

export type NewSession = Pick<
  PlaybackSession,
  'id' | 'filmId' | 'accountId' | 'sessionId' | 'mediaId' | 'nativeHls' | 'durationMs' | 'startedAt'
> &
  Pick<PlaybackSession, 'country' | 'device' | 'source' | 'uncounted' | 'preview' | 'preRollMs'>;

export async function insert(tx: Tx, session: NewSession): Promise<void> {
  const { id, filmId, accountId, sessionId, mediaId, nativeHls, durationMs, startedAt } = session;
  const { country, device, source, uncounted, preview, preRollMs } = session;
  await tx.query({
    name: 'watch.start',
    text: `INSERT INTO playback_sessions
        (id, film_id, account_id, session_id, media_id, native_hls, duration_ms, started_at, seen_at, placed_at, country,
        device, source, uncounted, preview, pre_roll_ms, furthest_ms)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8, $9, $10, $11, $12, $13, $14, 0)`,
    values: [
      ...[id, filmId, accountId, sessionId, mediaId, nativeHls, durationMs, startedAt, country, device, source],
      ...[uncounted, preview, preRollMs],
    ],
  });
  if (!uncounted) await plays.addStart(tx, session);
}

const INSERT_MANY = `
  WITH added AS (
    INSERT INTO playback_sessions (id, film_id, account_id, session_id, media_id, native_hls, duration_ms, started_at,
      seen_at, furthest_ms)
    SELECT p.id, f.id, p.account_id, p.session_id, f.film_media_id, false, f.running_time * 1000, $5, $5, 0
    FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS p (id, account_id, session_id) JOIN films f ON f.id = $4::uuid
    RETURNING film_id, started_at
  )
  INSERT INTO play_deltas (film_id, day, country, device, starts, reached_second, made_at)
  SELECT film_id, (started_at AT TIME ZONE 'UTC')::date, '', '', 1, 0, started_at FROM added`;

/** Sessions of many viewers of one film, which must have a video. */
export async function insertMany(
  db: Queryable,
  filmId: string,
  sessions: readonly Pick<PlaybackSession, 'id' | 'accountId' | 'sessionId'>[],
  startedAt: Date,
): Promise<void> {
  const columns = [sessions.map(({ id }) => id), sessions.map((s) => s.accountId), sessions.map((s) => s.sessionId)];
  await db.query(INSERT_MANY, [...columns, filmId, startedAt]);
}

/** Ends the playback of a sign-in, or of all of an account. */
export async function end(tx: Tx, which: { sessionId: string } | { accountId: string }, now: Date): Promise<void> {
  const [column, value] =
    'sessionId' in which ? (['session_id', which.sessionId] as const) : (['account_id', which.accountId] as const);
  const text = `UPDATE playback_sessions SET ended_at = $2 WHERE ${column} = $1 AND ended_at IS NULL`;
  await tx.query(text, [value, now]);
}

/** Marks that the view was counted; true the first time. */
export async function markViewed(tx: Tx, playbackSessionId: string, now: Date): Promise<boolean> {
  const text = `
    WITH viewed AS (
      UPDATE playback_sessions SET viewed_at = $2 WHERE id = $1 AND viewed_at IS NULL
      RETURNING film_id, started_at, country, device, source
    )
    INSERT INTO play_deltas (film_id, day, country, device, source, views, made_at)
    SELECT film_id, (started_at AT TIME ZONE 'UTC')::date, country, device, source, 1, $2 FROM viewed RETURNING 1`;
  return (await tx.query({ name: 'watch.viewed', text, values: [playbackSessionId, now] })).length > 0;
}

/** Marks what a player has reported of a session; true when none of `unless` was marked before. */
export async function markReported(
  db: Queryable,
  playbackSessionId: string,
  mark: number,
  unless: number,
): Promise<boolean> {
  const text =
    'UPDATE playback_sessions SET quality_counted = quality_counted | $2 WHERE id = $1 AND quality_counted & $3 = 0 RETURNING 1';
  return (await db.query({ name: 'watch.reported', text, values: [playbackSessionId, mark, unless] })).length > 0;
}
