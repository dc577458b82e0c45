import type { Tx } from '@marquee/data/database';
import type { StarredEvent } from '../../gen/prisma/client.ts';

/** Adds an event to somebody's own schedule; one that is there stays. */
export async function insert(tx: Tx, { accountId, eventId, starredAt }: StarredEvent): Promise<void> {
  await tx.query(
    'INSERT INTO starred_events (account_id, event_id, starred_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [accountId, eventId, starredAt],
  );
}

export async function remove(tx: Tx, accountId: string, eventId: string): Promise<void> {
  await tx.query('DELETE FROM starred_events WHERE account_id = $1 AND event_id = $2', [accountId, eventId]);
}

export async function countOf(tx: Tx, accountId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS n FROM starred_events WHERE account_id = $1';
  const [row] = await tx.query<{ n: number }>(text, [accountId]);
  return row?.n ?? 0;
}
