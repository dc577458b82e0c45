import type { Tx } from '@marquee/data/database';
import type { ImportItem } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

const INSERT = `INSERT INTO import_items (import_id, line, kind, film_id, entry_id, rating)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (import_id, line, kind) DO NOTHING`;

export async function insert(tx: Tx, { importId, line, kind, filmId, entryId, rating }: ImportItem): Promise<void> {
  await tx.query({
    name: 'import-items.insert',
    text: INSERT,
    values: [importId, line, kind, filmId, entryId, rating],
  });
}

/** True when the import rated the film; its rating is then the new one. */
export async function changeRating(
  tx: Tx,
  { importId, filmId, rating }: Pick<ImportItem, 'importId' | 'filmId' | 'rating'>,
): Promise<boolean> {
  const text = `UPDATE import_items SET rating = $3
    WHERE import_id = $1 AND film_id = $2 AND kind = 'RATINGS' RETURNING line`;
  return (await tx.query({ name: 'import-items.rate', text, values: [importId, filmId, rating] })).length > 0;
}

/** Takes some items of an import, as they are undone. */
export async function take(tx: Tx, importId: string, limit: number): Promise<ImportItem[]> {
  const text = `DELETE FROM import_items WHERE (import_id, line, kind) IN (
      SELECT import_id, line, kind FROM import_items WHERE import_id = $1 ORDER BY line, kind LIMIT $2)
    RETURNING import_id, line, kind, film_id, entry_id, rating`;
  return tx.query<ImportItem>({ name: 'import-items.take', text, values: [importId, limit] });
}

export async function count(db: Queryable, importId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS count FROM import_items WHERE import_id = $1';
  const [row] = await db.query<{ count: number }>({ name: 'import-items.count', text, values: [importId] });
  return row?.count ?? 0;
}
