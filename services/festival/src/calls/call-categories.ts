import { columnsOf, insertClause, setClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { type CallCategory, Prisma } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';

export type { CallCategory };

const COLUMNS = columnsOf(Object.values(Prisma.CallCategoryScalarFieldEnum), 'g');

/** The categories of each call, in order. */
export async function listOf(db: Queryable, callIds: readonly string[]): Promise<Map<string, CallCategory[]>> {
  const rows = await db.query<CallCategory>({
    name: 'call-categories.of',
    text: `SELECT ${COLUMNS} FROM call_categories g WHERE g.call_id = ANY($1::uuid[]) ORDER BY g.position, g.id`,
    values: [callIds],
  });
  return Map.groupBy(rows, ({ callId }) => callId);
}

export async function insert(tx: Tx, category: CallCategory): Promise<void> {
  const { text, values } = insertClause(category);
  await tx.query(`INSERT INTO call_categories ${text}`, values);
}

export async function update(tx: Tx, { id, callId: _, ...fields }: CallCategory): Promise<void> {
  const { text, values } = setClause(fields, 2);
  await tx.query(`UPDATE call_categories SET ${text} WHERE id = $1`, [id, ...values]);
}

/** Which of these categories a film was ever submitted to. */
export async function usedAmong(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const text = 'SELECT DISTINCT category_id AS id FROM submissions WHERE category_id = ANY($1::uuid[])';
  return (await tx.query<{ id: string }>(text, [ids])).map(({ id }) => id);
}

export async function remove(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM call_categories WHERE id = ANY($1::uuid[])', [ids]);
}
