import { columnsOf } from '@marquee/data/columns';
import type { Database, Tx } from '@marquee/data/database';
import { existing } from '@marquee/data/existing';
import { isId } from '@marquee/data/ids';
import { announceWork } from '@marquee/data/work-notices';
import { type Lease, type Work, workTable } from '@marquee/data/work-table';
import { type AccountExport, Prisma } from '../../gen/prisma/client.ts';

export type { AccountExport };
export type ClaimedExport = Work & Pick<AccountExport, 'accountId' | 'folder' | 'requestedAt'>;

type Queryable = Pick<Database, 'query'>;

const COLUMNS = columnsOf(Object.values(Prisma.AccountExportScalarFieldEnum));

/** The work loop that makes exports. */
export const EXPORT_LOOP = 'account-export';

export const work = workTable<ClaimedExport>({
  table: 'account_exports',
  open: "state = 'WAITING'",
  leaseS: 30,
  columns: { dueAt: 'due_at', attempt: 'attempts', failures: 'failures', leaseUntil: 'leased_until' },
  returning: 'id, account_id, folder, requested_at',
});

type NewExport = Pick<AccountExport, 'id' | 'accountId' | 'folder' | 'requestedAt' | 'expiresAt'>;

export async function insert(tx: Tx, row: NewExport): Promise<AccountExport> {
  const dueAt = await announceWork(tx, EXPORT_LOOP, row.requestedAt);
  const [inserted] = await tx.query<AccountExport>(
    `INSERT INTO account_exports (id, account_id, folder, requested_at, due_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${COLUMNS}`,
    [row.id, row.accountId, row.folder, row.requestedAt, dueAt, row.expiresAt],
  );
  return existing(inserted, 'an export');
}

/** The newest export of an account that is kept at this time. */
export async function latest(db: Queryable, accountId: string, now: Date): Promise<AccountExport | undefined> {
  const text = `SELECT ${COLUMNS} FROM account_exports WHERE account_id = $1 AND (state = 'WAITING' OR expires_at > $2)
    ORDER BY requested_at DESC, id DESC LIMIT 1`;
  const [row] = await db.query<AccountExport>(text, [accountId, now]);
  return row;
}

export async function find(db: Queryable, id: string): Promise<AccountExport | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await db.query<AccountExport>(`SELECT ${COLUMNS} FROM account_exports WHERE id = $1`, [id]);
  return row;
}

/** Lets a session download an export for a while; the one before it no more. */
export async function open(tx: Tx, id: string, sessionId: string, until: Date): Promise<void> {
  const text = `UPDATE account_exports SET opened_session_id = $2, opened_until = $3 WHERE id = $1`;
  await tx.query(text, [id, sessionId, until]);
}

type Finished = { blobKey: string; sizeBytes: number; now: Date; expiresAt: Date };

/** False, without a change, when another attempt has taken over. */
export async function finish(tx: Tx, { id, attempt }: Lease, finished: Finished): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE account_exports SET state = 'READY', leased_until = NULL, blob_key = $3, size_bytes = $4, finished_at = $5,
       expires_at = $6 WHERE ${work.held} RETURNING 1`,
    [id, attempt, finished.blobKey, finished.sizeBytes, finished.now, finished.expiresAt],
  );
  return rows.length === 1;
}

export async function fail(tx: Tx, { id, attempt }: Lease): Promise<boolean> {
  const text = `UPDATE account_exports SET state = 'FAILED', leased_until = NULL WHERE ${work.held} RETURNING 1`;
  return (await tx.query(text, [id, attempt])).length === 1;
}

/** Ends the exports of an account: what waits is not made, and what is ready goes with the next sweep. */
export async function expireAll(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx.query(
    `UPDATE account_exports SET state = CASE state WHEN 'WAITING' THEN 'FAILED' ELSE state END,
       expires_at = least(expires_at, $2) WHERE account_id = $1`,
    [accountId, now],
  );
}

/** Exports whose time is over, the oldest first. */
export function expired(db: Queryable, now: Date, limit: number): Promise<Pick<AccountExport, 'id' | 'folder'>[]> {
  const text = `SELECT id, folder FROM account_exports WHERE state <> 'WAITING' AND expires_at <= $1
    ORDER BY expires_at LIMIT $2`;
  return db.query(text, [now, limit]);
}

export async function remove(db: Queryable, id: string): Promise<void> {
  await db.query('DELETE FROM account_exports WHERE id = $1', [id]);
}
