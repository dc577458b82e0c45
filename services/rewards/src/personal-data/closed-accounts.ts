import type { Tx } from '@marquee/data/database';

/** Marks an account as closed. */
export async function add(tx: Tx, accountId: string, now: Date): Promise<void> {
  const text = 'INSERT INTO closed_accounts (account_id, closed_at) VALUES ($1, $2) ON CONFLICT DO NOTHING';
  await tx.query({ name: 'closed.add', text, values: [accountId, now] });
}

export async function has(tx: Tx, accountId: string): Promise<boolean> {
  const text = 'SELECT 1 FROM closed_accounts WHERE account_id = $1';
  return (await tx.query({ name: 'closed.has', text, values: [accountId] })).length > 0;
}
