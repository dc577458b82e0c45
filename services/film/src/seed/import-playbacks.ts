import { newId } from '@marquee/data/ids';
import type { FilmResources } from '../resources.ts';

export type ImportedPlayback = { id: string; accountId: string; sessionId: string };

const ROWS_MAX = 1_000;
const UNLOCKED_HOURS = 24;

/** Unlocks a film for people and begins to play it for each, without a call for each: for load tests. */
export async function importPlaybacks(
  { db, clock }: Pick<FilmResources, 'db' | 'clock'>,
  filmId: string,
  people: readonly { accountId: string; sessionId: string }[],
): Promise<ImportedPlayback[]> {
  const now = clock.now();
  const expireAt = new Date(now.getTime() + UNLOCKED_HOURS * 3_600_000);
  const playbacks = people.map(({ accountId, sessionId }) => ({ id: newId(), accountId, sessionId }));
  for (let from = 0; from < playbacks.length; from += ROWS_MAX) {
    const rows = playbacks.slice(from, from + ROWS_MAX);
    const [ids, accounts] = [rows.map(({ id }) => id), rows.map(({ accountId }) => accountId)];
    await db.query(UNLOCK, [ids, accounts, filmId, expireAt, now]);
    await db.query(START, [ids, accounts, rows.map(({ sessionId }) => sessionId), filmId, now]);
  }
  return playbacks;
}

const UNLOCK = `
  INSERT INTO unlocks (id, account_id, film_id, expire_at, created_at)
  SELECT id, account_id, $3::uuid, $4::timestamptz, $5::timestamptz
  FROM unnest($1::uuid[], $2::uuid[]) AS p (id, account_id)
  ON CONFLICT DO NOTHING`;
const START = `
  INSERT INTO playback_sessions (id, film_id, account_id, session_id, media_id, native_hls, duration_ms, started_at, seen_at)
  SELECT p.id, f.id, p.account_id, p.session_id, f.film_media_id, false, f.running_time * 1000, $5, $5
  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS p (id, account_id, session_id) JOIN films f ON f.id = $4::uuid`;
