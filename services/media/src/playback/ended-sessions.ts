import type { Tx } from '@marquee/data/database';

const KEPT_HOURS = 24;

/** Notes that a session has ended, for processes that start later. */
export async function insert(tx: Tx, sessionId: string): Promise<void> {
  await tx.query('INSERT INTO ended_sessions (session_id) VALUES ($1) ON CONFLICT DO NOTHING', [sessionId]);
}

/** The sessions that ended last. */
export async function latest(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.query<{ sessionId: string }>(
    'SELECT session_id FROM ended_sessions ORDER BY ended_at DESC LIMIT $1',
    [limit],
  );
  return rows.map(({ sessionId }) => sessionId);
}

/** Forgets sessions of which no token can be left. */
export async function prune(tx: Tx): Promise<void> {
  await tx.query('DELETE FROM ended_sessions WHERE ended_at < now() - make_interval(hours => $1)', [KEPT_HOURS]);
}
