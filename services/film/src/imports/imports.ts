import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { Import } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

const COLUMNS = 'id, account_id, kind, file_name, created_at, undone_at';

/** Lets one import of an account write at a time, so that two of the same file add nothing twice. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`imports:${accountId}`]);
}

/** Somebody's own import. */
export async function find(db: Queryable, importId: string, accountId: string): Promise<Import | undefined> {
  if (!isId(importId)) return undefined;
  const text = `SELECT ${COLUMNS} FROM imports WHERE id = $1 AND account_id = $2`;
  const [row] = await db.query<Import>({ name: 'imports.find', text, values: [importId, accountId] });
  return row;
}

/** False when the id is taken, by whomever. */
export async function insert(tx: Tx, made: Omit<Import, 'undoneAt'>): Promise<boolean> {
  const text = `INSERT INTO imports (id, account_id, kind, file_name, created_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT DO NOTHING RETURNING id`;
  const values = [made.id, made.accountId, made.kind, made.fileName, made.createdAt];
  return (await tx.query({ name: 'imports.insert', text, values })).length > 0;
}

export async function count(db: Queryable, accountId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS count FROM imports WHERE account_id = $1 AND undone_at IS NULL';
  const [row] = await db.query<{ count: number }>({ name: 'imports.count', text, values: [accountId] });
  return row?.count ?? 0;
}

export async function setUndone(tx: Tx, importId: string, at: Date): Promise<void> {
  const text = 'UPDATE imports SET undone_at = coalesce(undone_at, $2) WHERE id = $1';
  await tx.query({ name: 'imports.undo', text, values: [importId, at] });
}

export type ImportWithCount = Import & { addedCount: number };

/** Imports that added something, the newest first; one whose undoing was interrupted too. */
export async function list(db: Queryable, accountId: string, limit: number): Promise<ImportWithCount[]> {
  const text = `SELECT ${COLUMNS}, i.added_count FROM imports,
      LATERAL (SELECT count(*)::int AS added_count FROM import_items WHERE import_id = imports.id) i
    WHERE account_id = $1 AND i.added_count > 0 ORDER BY created_at DESC LIMIT $2`;
  return db.query<ImportWithCount>({ name: 'imports.list', text, values: [accountId, limit] });
}

/** Forgets imports that were made before this time; what they added stays. */
export async function prune(db: Queryable, before: Date): Promise<void> {
  await db.query('DELETE FROM imports WHERE created_at < $1', [before]);
}
