import type { Tx } from '@marquee/data/database';

/** Published films of an account, in the order in which all who lock several films lock them. */
export async function published(tx: Tx, accountId: string, limit: number): Promise<string[]> {
  const text = 'SELECT id FROM films WHERE created_by = $1 AND published ORDER BY id LIMIT $2';
  return (await tx.query<{ id: string }>(text, [accountId, limit])).map(({ id }) => id);
}

/** Notes a film that was unpublished because its maker closes the account. */
export async function note(tx: Tx, filmId: string, accountId: string): Promise<void> {
  await tx.query('INSERT INTO closing_films (film_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    ...[filmId, accountId],
  ]);
}

/** Removes the notes of an account, and gives the films that they are about. */
export async function take(tx: Tx, accountId: string): Promise<string[]> {
  const text = 'DELETE FROM closing_films WHERE account_id = $1 RETURNING film_id';
  const rows = await tx.query<{ filmId: string }>(text, [accountId]);
  return rows.map(({ filmId }) => filmId).sort();
}
