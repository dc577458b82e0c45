import type { Database, Tx } from '@marquee/data/database';
import { pruneRows } from '@marquee/data/prune';

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

/** Removes sessions whose tokens have all expired. */
export async function prune(db: Pick<Database, 'query'>): Promise<void> {
  await pruneRows(db, { table: 'ended_sessions', where: `ended_at < now() - interval '${KEPT_HOURS} hours'` });
}
