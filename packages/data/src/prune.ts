import type { Statement } from './database.ts';

/** Short statements, so that nobody waits long for a row that is deleted. */
const ROWS_PER_STATEMENT = 1_000;

type Deleting = { query(statement: Statement): Promise<readonly unknown[]> };

/** Deletes all rows of a table that match, in statements of 1,000 rows each. A row that somebody holds is left. */
export async function pruneRows(
  db: Deleting,
  { table, where, values = [] }: { table: string; where: string; values?: unknown[] },
): Promise<void> {
  const some = `SELECT ctid FROM ${table} WHERE ${where} LIMIT ${ROWS_PER_STATEMENT} FOR UPDATE SKIP LOCKED`;
  const text = `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(${some})) RETURNING 1`;
  let deleted: readonly unknown[];
  do deleted = await db.query({ text, values });
  while (deleted.length > 0);
}
