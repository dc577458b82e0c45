import { columnsOf, insertClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { SUBMISSION_LIMITS } from '@marquee/rules/submissions';
import { Prisma, type Waiver } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { waiverNotFound } from './call-errors.ts';

export type { Waiver };

const COLUMNS = columnsOf(Object.values(Prisma.WaiverScalarFieldEnum), 'w');

/** The waivers of a call, the newest first. */
export function listOf(db: Queryable, callId: string): Promise<Waiver[]> {
  return db.query<Waiver>({
    name: 'waivers.of',
    text: `SELECT ${COLUMNS} FROM waivers w WHERE w.call_id = $1 ORDER BY w.created_at DESC, w.id DESC LIMIT $2`,
    values: [callId, SUBMISSION_LIMITS.waiversPerCallMax],
  });
}

export async function countOf(tx: Tx, callId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS n FROM waivers WHERE call_id = $1';
  const [row] = await tx.query<{ n: number }>({ name: 'waivers.count', text, values: [callId] });
  return row?.n ?? 0;
}

/** @throws DomainError NOT_FOUND, WAIVER_NOT_FOUND */
export async function get(tx: Tx, id: string): Promise<Waiver> {
  const text = `SELECT ${COLUMNS} FROM waivers w WHERE w.id = $1`;
  const [row] = isId(id) ? await tx.query<Waiver>({ name: 'waivers.get', text, values: [id] }) : [];
  if (!row) throw waiverNotFound();
  return row;
}

/** Undefined where the call has the code already. */
export async function insert(tx: Tx, waiver: Omit<Waiver, 'uses' | 'withdrawn'>): Promise<Waiver | undefined> {
  const { text, values } = insertClause(waiver);
  const [row] = await tx.query<Waiver>(
    `INSERT INTO waivers AS w ${text} ON CONFLICT (call_id, code) DO NOTHING RETURNING ${COLUMNS}`,
    values,
  );
  return row;
}

export async function setWithdrawn(tx: Tx, id: string, withdrawn: boolean): Promise<Waiver> {
  const text = `UPDATE waivers w SET withdrawn = $2 WHERE w.id = $1 RETURNING ${COLUMNS}`;
  const [row] = await tx.query<Waiver>({ name: 'waivers.withdraw', text, values: [id, withdrawn] });
  return row as Waiver;
}

/** A waiver of a call that is offered, whether or not it is used up. */
export async function find(db: Queryable, callId: string, code: string): Promise<Waiver | undefined> {
  const text = `SELECT ${COLUMNS} FROM waivers w WHERE w.call_id = $1 AND w.code = $2 AND NOT w.withdrawn`;
  const [row] = await db.query<Waiver>({ name: 'waivers.find', text, values: [callId, code] });
  return row;
}

/** Uses a waiver once more. False where it is used up: the condition holds under the lock of its row. */
export async function use(tx: Tx, id: string): Promise<boolean> {
  const text = 'UPDATE waivers SET uses = uses + 1 WHERE id = $1 AND uses < uses_max RETURNING 1';
  return (await tx.query({ name: 'waivers.use', text, values: [id] })).length > 0;
}

/** A use that came to nothing is for others again. */
export async function giveBack(tx: Tx, id: string): Promise<void> {
  await tx.query({ name: 'waivers.give-back', text: 'UPDATE waivers SET uses = uses - 1 WHERE id = $1', values: [id] });
}
