import type { Progress } from '../../gen/prisma/client.ts';
import { type Queryable, VISIBLE } from '../films/films.ts';

/** The position of a playback session; `asOf`, the time of the position, orders the sessions of one viewer. */
export type Position = Omit<Progress, 'dismissedAt'> & {
  /** When it kept the session's place among the streams of its account: only a heartbeat does. */
  placedAt?: Date;
};

/** A position this far before the end still counts as finished: players jitter around it. */
const FINISH_SLACK_MS = 5_000;

// What was played is also added to the plays that statistics sum, with the second that is now the furthest of the session.
const SESSIONS = `
  WITH moved AS (
    UPDATE playback_sessions s
    SET position_ms = CASE WHEN s.played_ms <= v.played_ms THEN v.position_ms ELSE s.position_ms END,
      played_ms = greatest(s.played_ms, v.played_ms),
      seen_at = CASE WHEN s.played_ms <= v.played_ms THEN greatest(s.seen_at, v.as_of) ELSE s.seen_at END,
      furthest_ms = greatest(s.furthest_ms, s.position_ms, CASE WHEN s.played_ms <= v.played_ms THEN v.position_ms END),
      placed_at = greatest(s.placed_at, v.placed_at)
    FROM unnest($1::uuid[], $2::int[], $3::int[], $4::timestamptz[], $5::timestamptz[])
      AS v (id, position_ms, played_ms, as_of, placed_at)
    WHERE s.id = v.id AND (s.played_ms <= v.played_ms OR v.placed_at IS NOT NULL)
    RETURNING s.film_id, s.started_at, s.country, s.device, s.source, s.uncounted, v.as_of, new.played_ms - old.played_ms AS played_ms,
      coalesce(old.furthest_ms, old.position_ms) / 1000 AS left_second, new.furthest_ms / 1000 AS reached_second
  ), added AS (
    INSERT INTO play_deltas (film_id, day, country, device, source, played_ms, left_second, reached_second,
      made_at)
    SELECT film_id, (started_at AT TIME ZONE 'UTC')::date, country, device, source, played_ms,
      nullif(left_second, reached_second), CASE WHEN left_second <> reached_second THEN reached_second END, as_of
    FROM moved WHERE NOT uncounted AND (played_ms > 0 OR left_second <> reached_second)
  )
  SELECT film_id, played_ms FROM moved WHERE NOT uncounted`;

// A row a film, in the order of their ids.
const PLAYED = `
  INSERT INTO stat_deltas (film_id, played_ms)
  SELECT film_id, least(sum(played_ms), 2147483647)::int FROM unnest($1::uuid[], $2::int[]) AS v (film_id, played_ms)
  GROUP BY film_id ORDER BY film_id`;

// Within a session the longer played time is later; between sessions the time decides. The join leaves out films that
// were removed meanwhile.
const PROGRESS = `
  INSERT INTO progress AS g
    (account_id, film_id, playback_session_id, position_ms, played_ms, duration_ms, finished, as_of)
  SELECT DISTINCT ON (v.account_id, v.film_id) v.*
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::int[], $6::int[], $7::boolean[], $8::timestamptz[])
    AS v (account_id, film_id, playback_session_id, position_ms, played_ms, duration_ms, finished, as_of)
    JOIN films f ON f.id = v.film_id
  ORDER BY v.account_id, v.film_id, v.as_of DESC
  ON CONFLICT (account_id, film_id) DO UPDATE SET
    playback_session_id = excluded.playback_session_id, position_ms = excluded.position_ms,
    played_ms = excluded.played_ms, duration_ms = excluded.duration_ms, as_of = greatest(g.as_of, excluded.as_of),
    finished = excluded.finished OR (g.finished AND g.playback_session_id = excluded.playback_session_id
      AND excluded.position_ms >= g.position_ms - ${FINISH_SLACK_MS})
  WHERE CASE WHEN g.playback_session_id = excluded.playback_session_id
    THEN excluded.played_ms > g.played_ms OR (excluded.played_ms = g.played_ms AND
      (excluded.as_of >= g.as_of OR excluded.finished))
    ELSE excluded.as_of >= g.as_of END`;

/**
 * Writes many positions by three statements; one that is older than the known position changes nothing. Gives for how many
 * milliseconds films were played since the positions that were known.
 */
export async function write(tx: Queryable, positions: readonly Position[]): Promise<number> {
  // Sorted, so that two writers lock rows in the same order and cannot deadlock.
  const rows = positions.toSorted((a, b) => (a.playbackSessionId < b.playbackSessionId ? -1 : 1));
  const ids = rows.map(({ playbackSessionId }) => playbackSessionId);
  const positionsMs = rows.map(({ positionMs }) => positionMs);
  const playedMs = rows.map((row) => row.playedMs);
  const asOf = rows.map((row) => row.asOf);
  const moved = await tx.query<{ filmId: string; playedMs: number }>({
    name: 'positions.sessions',
    text: SESSIONS,
    values: [ids, positionsMs, playedMs, asOf, rows.map(({ placedAt }) => placedAt ?? null)],
  });
  const played = moved.filter((session) => session.playedMs > 0);
  if (played.length > 0) {
    const values = [played.map(({ filmId }) => filmId), played.map((session) => session.playedMs)];
    await tx.query({ name: 'positions.played', text: PLAYED, values });
  }
  await tx.query({
    name: 'positions.progress',
    text: PROGRESS,
    values: [
      rows.map(({ accountId }) => accountId),
      rows.map(({ filmId }) => filmId),
      ids,
      positionsMs,
      playedMs,
      rows.map(({ durationMs }) => durationMs),
      rows.map(({ finished }) => finished),
      asOf,
    ],
  });
  return played.reduce((sum, session) => sum + session.playedMs, 0);
}

/** Time and film of the last one of a page. */
export type UnfinishedKey = [asOf: string, filmId: string];
export type Unfinished = Pick<Progress, 'filmId' | 'positionMs' | 'durationMs' | 'asOf'>;

/** Films begun and not finished that can be watched now and are neither blocked nor dismissed, last watched first. */
export async function listUnfinished(
  db: Queryable,
  { accountId, after, limit }: { accountId: string; after: UnfinishedKey | undefined; limit: number },
): Promise<Unfinished[]> {
  return db.query<Unfinished>({
    name: 'watch.continue',
    text: `SELECT g.film_id, g.position_ms, g.duration_ms, g.as_of
      FROM progress g JOIN films f ON f.id = g.film_id
      WHERE g.account_id = $1 AND NOT g.finished AND g.position_ms > 0 AND f.film_ready
        AND (g.dismissed_at IS NULL OR g.dismissed_at < g.as_of)
        AND ((${VISIBLE}) OR f.created_by = $1)
        AND NOT EXISTS (SELECT 1 FROM film_blocks b WHERE b.film_id = f.id AND b.account_id = $1)
        AND ($2::timestamptz IS NULL OR (g.as_of, g.film_id) < ($2, $3::uuid))
      ORDER BY g.as_of DESC, g.film_id DESC LIMIT $4`,
    values: [accountId, ...(after ?? [null, null]), limit],
  });
}

/** Leaves the film out of `listUnfinished` until a position after `at`; null takes that back. */
export async function setDismissed(
  tx: Queryable,
  { accountId, filmId, at }: { accountId: string; filmId: string; at: Date | null },
): Promise<void> {
  // The clock that gave the position may run ahead of this one.
  await tx.query(
    `UPDATE progress SET dismissed_at = CASE WHEN $3::timestamptz IS NOT NULL THEN greatest($3, as_of) END
     WHERE account_id = $1 AND film_id = $2`,
    [accountId, filmId, at],
  );
}
