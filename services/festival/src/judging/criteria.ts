import { columnsOf, insertClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { type JudgingCriterion, Prisma } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';

export type { JudgingCriterion };

const COLUMNS = columnsOf(Object.values(Prisma.JudgingCriterionScalarFieldEnum), 'r');

/** The criteria of a call, in order. */
export function listOf(db: Queryable, callId: string): Promise<JudgingCriterion[]> {
  const text = `SELECT ${COLUMNS} FROM judging_criteria r WHERE r.call_id = $1 ORDER BY r.position, r.id`;
  return db.query<JudgingCriterion>({ name: 'criteria.of', text, values: [callId] });
}

export async function insert(tx: Tx, criterion: JudgingCriterion): Promise<void> {
  const { text, values } = insertClause(criterion);
  await tx.query(`INSERT INTO judging_criteria ${text}`, values);
}

export async function update(tx: Tx, { id, name, weight, position }: JudgingCriterion): Promise<void> {
  const text = 'UPDATE judging_criteria SET name = $2, weight = $3, position = $4 WHERE id = $1';
  await tx.query(text, [id, name, weight, position]);
}

export async function remove(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM judging_criteria WHERE id = ANY($1::uuid[])', [ids]);
}

/** The criteria of a call that somebody has scored by. */
export async function scoredOf(tx: Tx, callId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT r.id FROM judging_criteria r
     WHERE r.call_id = $1 AND EXISTS (SELECT FROM judge_scores s WHERE s.criterion_id = r.id)`,
    [callId],
  );
  return rows.map(({ id }) => id);
}
