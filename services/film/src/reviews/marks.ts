import type { Tx } from '@marquee/data/database';

/** What a viewer sets on a film or takes back: they like it, or want to be offered it no more. */
type Mark = { filmId: string; accountId: string };
type MarkTable = 'film_likes' | 'film_blocks';

/** True when this changed something. */
export async function set(tx: Tx, table: MarkTable, { filmId, accountId }: Mark, now: Date | null): Promise<boolean> {
  const rows = now
    ? await tx.query(
        `INSERT INTO ${table} (film_id, account_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1`,
        [filmId, accountId, now],
      )
    : await tx.query(`DELETE FROM ${table} WHERE film_id = $1 AND account_id = $2 RETURNING 1`, [filmId, accountId]);
  return rows.length > 0;
}
