import { columnsOf, insertClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { JUDGING_LIMITS } from '@marquee/rules/judging';
import { type Judge, Prisma } from '../../gen/prisma/client.ts';
import type { Hash } from '../gifts/address-hashes.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { NAME } from '../people/people.ts';
import { judgeNotFound } from './judging-errors.ts';

export type { Judge };

const DAY_MS = 86_400_000;
/** A judge with their name and how far they are. */
export type ShownJudge = Judge & { name: string; assigned: number; done: number; conflicts: number };

const COLUMNS = columnsOf(Object.values(Prisma.JudgeScalarFieldEnum), 'j');
const GIVEN = 'SELECT count(*)::int FROM judge_assignments a WHERE a.judge_id = j.id AND a.taken_at IS NULL';
const COUNTS = `(${GIVEN} AND a.conflict = '') AS assigned, (${GIVEN} AND a.conflict = '' AND a.done) AS done,
  (${GIVEN} AND a.conflict <> '') AS conflicts`;
/** SQL of a judge's name: as who invited them by mail wrote it, until they accept. */
export const JUDGE_NAME = `coalesce(nullif(${NAME}, ''), trim(j.first_name || ' ' || j.last_name))`;
const SHOWN = `SELECT ${COLUMNS}, ${JUDGE_NAME} AS name, ${COUNTS} FROM judges j LEFT JOIN people p ON p.id = j.account_id`;

/** The judges of a call with who is invited, by name. */
export function listOf(db: Queryable, callId: string): Promise<ShownJudge[]> {
  const text = `${SHOWN} WHERE j.call_id = $1 ORDER BY name, j.id LIMIT $2`;
  return db.query<ShownJudge>({ name: 'judges.of', text, values: [callId, JUDGING_LIMITS.judgesMax] });
}

/** @throws DomainError NOT_FOUND, JUDGE_NOT_FOUND */
export async function get(db: Queryable, id: string): Promise<ShownJudge> {
  const text = `${SHOWN} WHERE j.id = $1`;
  const [row] = isId(id) ? await db.query<ShownJudge>({ name: 'judges.get', text, values: [id] }) : [];
  if (!row) throw judgeNotFound();
  return row;
}

/** What somebody judges or is asked to judge, by their account or at their address, the newest first. */
export function listOfPerson(db: Queryable, accountId: string, address: Hash | undefined): Promise<ShownJudge[]> {
  const text = `${SHOWN} WHERE j.account_id = $1 OR (j.address_hash = $2 AND j.account_id IS NULL AND j.accepted_at IS NULL)
    ORDER BY j.invited_at DESC, j.id LIMIT $3`;
  const values = [accountId, address ?? null, JUDGING_LIMITS.callsShownMax];
  return db.query<ShownJudge>({ name: 'judges.of-person', text, values });
}

/** The invitation to judge a call that waits for the owner of an address. */
export async function findWaiting(db: Queryable, callId: string, address: Hash): Promise<Judge | undefined> {
  const text = `SELECT ${COLUMNS} FROM judges j
    WHERE j.call_id = $1 AND j.address_hash = $2 AND j.account_id IS NULL AND j.accepted_at IS NULL`;
  const [row] = await db.query<Judge>({ name: 'judges.find-waiting', text, values: [callId, address] });
  return row;
}

/** Somebody as a judge of a call, whether they have accepted or not. */
export async function findAny(db: Queryable, callId: string, accountId: string): Promise<Judge | undefined> {
  const text = `SELECT ${COLUMNS} FROM judges j WHERE j.call_id = $1 AND j.account_id = $2`;
  const [row] = await db.query<Judge>({ name: 'judges.find-any', text, values: [callId, accountId] });
  return row;
}

/** Somebody as a judge of a call, once they have accepted. */
export async function find(db: Queryable, callId: string, accountId: string): Promise<Judge | undefined> {
  const text = `SELECT ${COLUMNS} FROM judges j WHERE j.call_id = $1 AND j.account_id = $2 AND j.accepted_at IS NOT NULL`;
  const [row] = await db.query<Judge>({ name: 'judges.find', text, values: [callId, accountId] });
  return row;
}

export type ByMail = 'email' | 'firstName' | 'lastName' | 'language' | 'addressHash';
export type NewJudge = Omit<Judge, 'acceptedAt' | ByMail> & Partial<Pick<Judge, ByMail>>;

/** False where they judge the call already, or are invited to. */
export async function insert(tx: Tx, judge: NewJudge): Promise<boolean> {
  const { text, values } = insertClause(judge);
  const rows = await tx.query(`INSERT INTO judges ${text} ON CONFLICT DO NOTHING RETURNING 1`, values);
  return rows.length > 0;
}

/** Somebody accepts; what was written of them for the mail is forgotten. */
export async function accept(tx: Tx, id: string, accountId: string, now: Date): Promise<void> {
  const text = `UPDATE judges SET account_id = $2, accepted_at = $3, email = '', first_name = '', last_name = ''
    WHERE id = $1 AND accepted_at IS NULL`;
  await tx.query(text, [id, accountId, now]);
}

/** Forgets the addresses that no mail needs any more; the invitations still wait. */
export async function forgetAddresses(db: Queryable, before: Date): Promise<void> {
  await db.query("UPDATE judges SET email = '' WHERE email <> '' AND invited_at < $1", [before]);
}

/**
 * Removes invitations by mail that nobody answered, with the names in them, once their call has ended: it was cancelled, its
 * last deadline passed 30 days ago and nothing is left to judge, or a year ago.
 */
export async function removeUnanswered(db: Queryable, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await db.query({
    name: 'judges.remove-unanswered',
    text: `DELETE FROM judges j USING calls c
      WHERE c.id = j.call_id AND j.account_id IS NULL AND j.accepted_at IS NULL AND j.address_hash IS NOT NULL
        AND (c.state = 'CANCELLED' OR coalesce(c.late_ends_at, c.regular_ends_at) < $2
          OR (coalesce(c.late_ends_at, c.regular_ends_at) < $1 AND NOT EXISTS (
            SELECT FROM submissions s WHERE s.call_id = c.id AND s.state = 'SUBMITTED' AND s.notified_at IS NULL)))`,
    values: [before(30), before(365)],
  });
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.query('DELETE FROM judges WHERE id = $1', [id]);
}
