import type { Database, Query, Tx } from '@marquee/data/database';
import { pruneRows } from '@marquee/data/prune';
import type { CardSetup } from '../../gen/prisma/client.ts';

type Queryable = { query: Query };
export type Setup = Pick<CardSetup, 'id' | 'accountId' | 'providerId'>;

/** Keeps a setup by the client's id; repeated, it is the same. */
export async function keep(db: Queryable, { id, accountId, providerId }: Setup, now: Date): Promise<void> {
  await db.query({
    name: 'card-setups.keep',
    text: `INSERT INTO card_setups (id, account_id, provider_id, created_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT DO NOTHING`,
    values: [id, accountId, providerId, now],
  });
}

export async function find(db: Queryable, id: string): Promise<Setup | undefined> {
  const text = 'SELECT id, account_id, provider_id FROM card_setups WHERE id = $1';
  const [row] = await db.query<Setup>({ name: 'card-setups.find', text, values: [id] });
  return row;
}

/** Deletes those that were begun before a moment. */
export async function prune(db: Pick<Database, 'query'>, before: Date): Promise<void> {
  await pruneRows(db, { table: 'card_setups', where: 'created_at < $1', values: [before] });
}

export async function removeOf(tx: Tx, accountId: string): Promise<void> {
  await tx.query('DELETE FROM card_setups WHERE account_id = $1', [accountId]);
}
