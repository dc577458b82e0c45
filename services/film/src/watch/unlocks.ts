import type { Tx } from '@marquee/data/database';
import type { Unlock } from '../../gen/prisma/client.ts';

const INSERT = `
  INSERT INTO unlocks AS u (id, account_id, film_id, expire_at, created_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (account_id, film_id) DO UPDATE SET id = excluded.id, expire_at = excluded.expire_at,
    paid_amount = excluded.paid_amount, coins = excluded.coins, created_at = excluded.created_at
  WHERE u.expire_at <= $5
  RETURNING id`;

/** A free unlock, unless one is still valid; true when it is new. */
export async function insert(tx: Tx, unlock: Omit<Unlock, 'paidAmount' | 'coins'>): Promise<boolean> {
  const values = [unlock.id, unlock.accountId, unlock.filmId, unlock.expireAt, unlock.createdAt];
  return (await tx.query({ name: 'watch.unlock', text: INSERT, values })).length > 0;
}
