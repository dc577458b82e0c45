import type { Tx } from '@marquee/data/database';
import type { Block } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

const KEEP = `
  INSERT INTO blocks AS b (id, blocker_id, blocked_id, version) VALUES ($1, $2, $3, $4)
  ON CONFLICT (id) DO UPDATE SET blocker_id = excluded.blocker_id, blocked_id = excluded.blocked_id,
    version = excluded.version
  WHERE b.version < excluded.version`;

/** Keeps a block, unless the same or a newer version of it is known. One that has ended has no people. */
export async function keep(tx: Tx, { id, blockerId, blockedId, version }: Block): Promise<void> {
  await tx.query({ name: 'blocks.keep', text: KEEP, values: [id, blockerId, blockedId, version] });
}

/** Selects every block that is kept, with its version. */
export const KEPT = 'SELECT id, version FROM blocks';

/** Ends a block that identity no longer has. The row stays, so that a late older event cannot bring it back. */
export async function forget(tx: Tx, { id, version }: Pick<Block, 'id' | 'version'>): Promise<void> {
  const text = 'UPDATE blocks SET blocker_id = NULL, blocked_id = NULL WHERE id = $1 AND version = $2';
  await tx.query({ name: 'blocks.forget', text, values: [id, version] });
}

/** The condition that neither of two people, by the expressions of their ids, has blocked the other. */
export const unblocked = (one: string, other: string): string =>
  `NOT EXISTS (SELECT FROM blocks WHERE blocker_id = ${one} AND blocked_id = ${other})
    AND NOT EXISTS (SELECT FROM blocks WHERE blocker_id = ${other} AND blocked_id = ${one})`;

/** True when one of two people has blocked the other. */
export async function isBetween(db: Queryable, one: string, other: string): Promise<boolean> {
  const text = `SELECT WHERE ${unblocked('$1::uuid', '$2::uuid')}`;
  return (await db.query({ name: 'blocks.between', text, values: [one, other] })).length === 0;
}
