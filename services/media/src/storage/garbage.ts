import type { Tx } from '@marquee/data/database';
import { announceWork } from '@marquee/data/work-notices';

/** The announcement that wakes the sweeper of blobs. */
export const SWEEP = 'sweep';

/** How long a process may still be writing what was cancelled, and a request what was removed. */
export const CANCELLED_WRITER_S = 60;

/** Marks blobs for deletion: now, or `afterS` seconds later where a process may still be writing. */
export async function discard(tx: Tx, prefix: string, afterS = 0): Promise<void> {
  await tx.query(
    `INSERT INTO garbage (prefix, due_at) VALUES ($1, now() + make_interval(secs => $2))
     ON CONFLICT (prefix) DO UPDATE SET due_at = least(garbage.due_at, excluded.due_at)`,
    [prefix, afterS],
  );
  if (afterS === 0) await announceWork(tx, SWEEP);
}

/** Unmarks blobs that are not due yet. False when they were not marked, or may have been deleted. */
export async function keep(tx: Tx, prefix: string): Promise<boolean> {
  const rows = await tx.query('DELETE FROM garbage WHERE prefix = $1 AND due_at > now() RETURNING 1', [prefix]);
  return rows.length === 1;
}

/** Prefixes that may be deleted now, the oldest first. */
export async function due(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.query<{ prefix: string }>(
    'SELECT prefix FROM garbage WHERE due_at <= now() ORDER BY due_at LIMIT $1',
    [limit],
  );
  return rows.map(({ prefix }) => prefix);
}

export async function remove(tx: Tx, prefix: string): Promise<void> {
  await tx.query('DELETE FROM garbage WHERE prefix = $1', [prefix]);
}
