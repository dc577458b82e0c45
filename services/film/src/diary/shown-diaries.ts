import type { Tx } from '@marquee/data/database';
import type { Queryable } from '../films/films.ts';

export async function set(tx: Tx, accountId: string, isShown: boolean): Promise<void> {
  const text = isShown
    ? 'INSERT INTO shown_diaries (account_id) VALUES ($1) ON CONFLICT DO NOTHING'
    : 'DELETE FROM shown_diaries WHERE account_id = $1';
  await tx.query(text, [accountId]);
}

/** Whether somebody shows their diary to others. */
export async function isShown(db: Queryable, accountId: string): Promise<boolean> {
  const text = 'SELECT FROM shown_diaries WHERE account_id = $1';
  return (await db.query({ name: 'diary.shown', text, values: [accountId] })).length > 0;
}
