import { insertClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import type { Report } from '../../gen/prisma/client.ts';

type NewReport = Pick<Report, 'id' | 'accountId' | 'type' | 'title' | 'details' | 'createdAt'>;

export async function insert(tx: Tx, report: NewReport): Promise<void> {
  const { text, values } = insertClause(report);
  await tx.query(`INSERT INTO reports ${text}`, values);
}

/** How many reports an account has sent since then. Its row is locked, so that two at once are both counted. */
export async function countSince(tx: Tx, accountId: string, since: Date): Promise<number> {
  await tx.query('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM reports WHERE account_id = $1 AND created_at > $2',
    [accountId, since],
  );
  return row?.count ?? 0;
}
