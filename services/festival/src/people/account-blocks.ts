import type { Query, Tx } from '@marquee/data/database';
import type { AccountBlock } from '../../gen/prisma/client.ts';

const KEEP = `
  INSERT INTO account_blocks AS b (id, blocker_id, blocked_id, version) VALUES ($1, $2, $3, $4)
  ON CONFLICT (id) DO UPDATE SET blocker_id = excluded.blocker_id, blocked_id = excluded.blocked_id,
    version = excluded.version
  WHERE b.version < excluded.version`;

/** Keeps a block, unless the same or a newer version of it is known. One that has ended has no people. */
export async function keep(tx: Tx, { id, blockerId, blockedId, version }: AccountBlock): Promise<void> {
  await tx.query({ name: 'account-blocks.keep', text: KEEP, values: [id, blockerId, blockedId, version] });
}

/** Selects every block that is kept, with its version. */
export const KEPT = 'SELECT id, version FROM account_blocks';

/** Ends a block that identity no longer has. The row stays, so that a late older event cannot bring it back. */
export async function forget(tx: Tx, { id, version }: Pick<AccountBlock, 'id' | 'version'>): Promise<void> {
  const text = 'UPDATE account_blocks SET blocker_id = NULL, blocked_id = NULL WHERE id = $1 AND version = $2';
  await tx.query({ name: 'account-blocks.forget', text, values: [id, version] });
}

/** True when one of two people has blocked the other [SET-08]. */
export async function isBetween(db: { query: Query }, one: string, other: string): Promise<boolean> {
  const text = `SELECT 1 FROM account_blocks WHERE (blocker_id = $1 AND blocked_id = $2)
    OR (blocker_id = $2 AND blocked_id = $1) LIMIT 1`;
  return (await db.query({ name: 'account-blocks.between', text, values: [one, other] })).length > 0;
}
