import type { Database, Tx } from '@marquee/data/database';

/** How far a copy has been loaded from its owner's export. */
export type CopyState = { cursor: string; loadedAt: Date | null; aliveAt: Date };

/** A row of a copy, at the version that is kept of it. */
export type CopiedRow = { id: string; version: bigint };

/** The state of a copy; undefined for one that was never begun. */
export async function find(db: Database, name: string): Promise<CopyState | undefined> {
  const [state] = await db.query<CopyState>('SELECT cursor, loaded_at, alive_at FROM copies WHERE name = $1', [name]);
  return state;
}

/**
 * Begins to load a copy, from the first page of the export, if it was never begun or last alive before `behind`. `kept`
 * is SQL that selects id and version of every row that the copy holds: the export has to confirm them. False when
 * another process has begun.
 */
export async function begin(tx: Tx, name: string, kept: string, { now, behind }: Record<'now' | 'behind', Date>) {
  const begun = await tx.query(
    `INSERT INTO copies (name, alive_at) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET cursor = '', loaded_at = NULL, alive_at = excluded.alive_at
     WHERE copies.alive_at < $3 RETURNING 1`,
    [name, now, behind],
  );
  if (begun.length === 0) return false;
  await tx.query('DELETE FROM copy_unconfirmed WHERE copy = $1', [name]);
  await tx.query(
    `INSERT INTO copy_unconfirmed (copy, id, version) SELECT $1, kept.id, kept.version FROM (${kept}) AS kept`,
    [name],
  );
  return true;
}

/** Notes that a page of the export has been kept, and which rows it has confirmed. */
export async function advance(tx: Tx, name: string, cursor: string, ids: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM copy_unconfirmed WHERE copy = $1 AND id = ANY($2)', [name, ids]);
  await tx.query('UPDATE copies SET cursor = $2 WHERE name = $1', [name, cursor]);
}

/** Takes rows that the export did not confirm, at most so many. */
export async function takeUnconfirmed(tx: Tx, name: string, limit: number): Promise<CopiedRow[]> {
  return tx.query<CopiedRow>(
    `DELETE FROM copy_unconfirmed WHERE copy = $1
       AND id IN (SELECT id FROM copy_unconfirmed WHERE copy = $1 ORDER BY id LIMIT $2 FOR UPDATE)
     RETURNING id, version`,
    [name, limit],
  );
}

/** Notes that the whole export has been kept. */
export async function finish(tx: Tx, name: string, now: Date): Promise<void> {
  await tx.query(`UPDATE copies SET cursor = '', loaded_at = $2 WHERE name = $1`, [name, now]);
}

/** Notes that every event of a copy has been handled up to now. */
export async function touch(db: Database, name: string, now: Date): Promise<void> {
  await db.query('UPDATE copies SET alive_at = $2 WHERE name = $1', [name, now]);
}
