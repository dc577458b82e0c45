import type { Tx } from '@marquee/data/database';
import type { Queryable } from '../films/films.ts';

/** Whether staff let this maker's films be approved as they are published [STU-01]. */
export async function isAutoApproved(db: Queryable, accountId: string): Promise<boolean> {
  const text = 'SELECT 1 FROM maker_settings WHERE account_id = $1 AND auto_approved';
  return (await db.query(text, [accountId])).length > 0;
}

export async function setAutoApproved(tx: Tx, accountId: string, autoApproved: boolean): Promise<void> {
  await tx.query(
    `INSERT INTO maker_settings (account_id, auto_approved) VALUES ($1, $2)
     ON CONFLICT (account_id) DO UPDATE SET auto_approved = EXCLUDED.auto_approved`,
    [accountId, autoApproved],
  );
}
