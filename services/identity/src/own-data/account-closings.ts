import { columnsOf } from '@marquee/data/columns';
import type { Database, Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { type Lease, type Work, workTable } from '@marquee/data/work-table';
import { type AccountClosing, Prisma } from '../../gen/prisma/client.ts';

export type { AccountClosing };
export type ClaimedClosing = Work & Pick<AccountClosing, 'accountId' | 'keepUntil'>;

type Queryable = Pick<Database, 'query'>;

const COLUMNS = columnsOf(Object.values(Prisma.AccountClosingScalarFieldEnum));

/** The work loop that closes accounts for good. */
export const CLOSING_LOOP = 'account-closing';

export const work = workTable<ClaimedClosing>({
  table: 'account_closings',
  open: "state = 'OPEN'",
  leaseS: 30,
  columns: { dueAt: 'due_at', attempt: 'attempts', failures: 'failures', leaseUntil: 'leased_until' },
  returning: 'id, account_id, keep_until',
});

type NewClosing = Pick<AccountClosing, 'id' | 'accountId' | 'requestedAt' | 'keepUntil'>;

export async function insert(tx: Tx, { id, accountId, requestedAt, keepUntil }: NewClosing): Promise<void> {
  await tx.query(
    `INSERT INTO account_closings (id, account_id, requested_at, keep_until, due_at) VALUES ($1, $2, $3, $4, $4)`,
    [id, accountId, requestedAt, keepUntil],
  );
}

/** As `insert`, in place of one that is open. */
export async function replace(tx: Tx, closing: NewClosing): Promise<void> {
  await tx.query(`DELETE FROM account_closings WHERE account_id = $1 AND state <> 'DONE'`, [closing.accountId]);
  await insert(tx, closing);
}

export async function ofAccount(db: Queryable, accountId: string): Promise<AccountClosing | undefined> {
  const text = `SELECT ${COLUMNS} FROM account_closings WHERE account_id = $1`;
  const [row] = await db.query<AccountClosing>(text, [accountId]);
  return row;
}

export async function find(db: Queryable, id: string): Promise<AccountClosing | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await db.query<AccountClosing>(`SELECT ${COLUMNS} FROM account_closings WHERE id = $1`, [id]);
  return row;
}

/** Takes a closing back before its time. False when it is too late. */
export async function takeBack(tx: Tx, accountId: string, now: Date): Promise<boolean> {
  const text = `DELETE FROM account_closings WHERE account_id = $1 AND state = 'OPEN' AND keep_until > $2 RETURNING 1`;
  return (await tx.query(text, [accountId, now])).length === 1;
}

/** False, without a change, when another attempt has taken over. */
export async function finish(tx: Tx, { id, attempt }: Lease, now: Date): Promise<boolean> {
  const text = `UPDATE account_closings SET state = 'DONE', leased_until = NULL, done_at = $3 WHERE ${work.held} RETURNING 1`;
  return (await tx.query(text, [id, attempt, now])).length === 1;
}

export async function fail(tx: Tx, { id, attempt }: Lease): Promise<boolean> {
  const text = `UPDATE account_closings SET state = 'FAILED', leased_until = NULL WHERE ${work.held} RETURNING 1`;
  return (await tx.query(text, [id, attempt])).length === 1;
}

/** How many closings should have begun and are not done, and how long the first of them has been due. */
export async function overdue(db: Queryable, now: Date): Promise<{ count: number; oldestSeconds: number }> {
  const text = `SELECT count(*)::int AS count, min(keep_until) AS oldest FROM account_closings
    WHERE state <> 'DONE' AND keep_until <= $1`;
  const [row] = await db.query<{ count: number; oldest: Date | null }>(text, [now]);
  const oldestSeconds = row?.oldest ? (now.getTime() - row.oldest.getTime()) / 1_000 : 0;
  return { count: row?.count ?? 0, oldestSeconds };
}
