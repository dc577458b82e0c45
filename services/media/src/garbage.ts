import type { Tx } from '@marquee/data/database';
import { announceWork } from '@marquee/data/work-notices';

/** What the sweeper of blobs listens to. */
export const SWEEP = 'sweep';

/** Marks blobs for deletion in the transaction that gives them up; at once, or later where somebody may be writing. */
export async function discard(tx: Tx, prefix: string, afterS = 0): Promise<void> {
  await tx.query(
    `INSERT INTO garbage (prefix, due_at) VALUES ($1, now() + make_interval(secs => $2))
     ON CONFLICT (prefix) DO UPDATE SET due_at = least(garbage.due_at, excluded.due_at)`,
    [prefix, afterS],
  );
  if (afterS === 0) await announceWork(tx, SWEEP);
}

/** Takes the mark from blobs that are not due yet. False when they were not marked, or may be deleted already. */
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
