import type { Tx } from '@marquee/data/database';
import { v5 } from 'uuid';
import type { CoinGrant } from '../../gen/prisma/client.ts';

const NAMESPACE = '6a1f6f0e-3c0b-5d7c-8d4e-5f9c1b7a2e30';

/** The id of a grant here, made of its id at identity: the same grant is the same row and the same transfer. */
export const idOf = (grantId: string): string => v5(grantId, NAMESPACE);

/** Keeps a grant; true when it is new. */
export async function insert(tx: Tx, { id, accountId, reason, coins, grantedAt }: CoinGrant): Promise<boolean> {
  const text = `INSERT INTO coin_grants (id, account_id, reason, coins, granted_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT DO NOTHING RETURNING 1`;
  const rows = await tx.query({ name: 'grants.insert', text, values: [id, accountId, reason, coins, grantedAt] });
  return rows.length > 0;
}

/** Selects all grants that are kept. None of them ever changes. */
export const KEPT = 'SELECT id, 1::bigint AS version FROM coin_grants';
