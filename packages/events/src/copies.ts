import type { Database, Tx } from '@marquee/data/database';

/** How far a copy has been loaded from its owner's export. */
export type CopyState = { cursor: string; loadedAt: Date | null; aliveAt: Date };

/** The state of a copy; undefined for one that was never begun. */
export async function find(db: Database, name: string): Promise<CopyState | undefined> {
  const [state] = await db.query<CopyState>(
    'SELECT cursor, loaded_at AS "loadedAt", alive_at AS "aliveAt" FROM copies WHERE name = $1',
    [name],
  );
  return state;
}

/** Begins to load a copy, from the first page of the export. */
export async function begin(db: Database, name: string, now: Date): Promise<void> {
  await db.query(
    `INSERT INTO copies (name, alive_at) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET cursor = '', loaded_at = NULL, alive_at = excluded.alive_at`,
    [name, now],
  );
}

/** Notes that a page of the export has been kept, and with an empty cursor that it was the last. */
export async function advance(tx: Tx, name: string, cursor: string, now: Date): Promise<void> {
  await tx.query(
    `UPDATE copies SET cursor = $2, loaded_at = CASE WHEN $2 = '' THEN $3::timestamptz END WHERE name = $1`,
    [name, cursor, now],
  );
}

/** Notes that the service follows the events of a copy. */
export async function touch(db: Database, name: string, now: Date): Promise<void> {
  await db.query('UPDATE copies SET alive_at = $2 WHERE name = $1', [name, now]);
}
