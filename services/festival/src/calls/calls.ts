import { columnsOf, insertClause, setClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { CallQuestionFields } from '@marquee/rules/submissions';
import { Prisma, type Call as Row } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';
import type { CallCategory } from './call-categories.ts';
import * as categories from './call-categories.ts';
import { callNotFound } from './call-errors.ts';

/** As it is kept: OPEN stays OPEN after its last deadline. */
export type CallState = 'DRAFT' | 'OPEN' | 'CANCELLED';
export type Call = Omit<Row, 'state' | 'questions'> & { state: CallState; questions: CallQuestionFields[] };

/** A call with its categories and what is shown of its organization. */
export type ShownCall = Call & {
  festivalName: string;
  festivalUrl: string | null;
  festivalStatus: string;
  festivalType: string;
  directorId: string | null;
  categories: CallCategory[];
};
type CallRow = Omit<ShownCall, 'categories'>;

const COLUMNS = columnsOf(Object.values(Prisma.CallScalarFieldEnum), 'c');
const SHOWN = `SELECT ${COLUMNS}, o.name AS festival_name, o.url AS festival_url, o.status AS festival_status,
    o.type AS festival_type, o.director_id
  FROM calls c JOIN organizations o ON o.id = c.festival_id`;
const JSON_FIELDS = { json: new Set(['questions']) };

async function withCategories(db: Queryable, rows: readonly CallRow[]): Promise<ShownCall[]> {
  const of = await categories.listOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, categories: of.get(row.id) ?? [] }));
}

/** @throws DomainError NOT_FOUND, CALL_NOT_FOUND */
export async function get(db: Queryable, id: string): Promise<ShownCall> {
  const rows = isId(id)
    ? await db.query<CallRow>({ name: 'calls.get', text: `${SHOWN} WHERE c.id = $1`, values: [id] })
    : [];
  const [call] = await withCategories(db, rows);
  if (!call) throw callNotFound();
  return call;
}

/** The same; nobody changes it until the transaction ends. Submitting holds it with others, changing it alone. */
export async function lock(tx: Tx, id: string, how: 'ALONE' | 'SHARED' = 'ALONE'): Promise<ShownCall> {
  const text = `SELECT 1 FROM calls WHERE id = $1 ${how === 'ALONE' ? 'FOR NO KEY UPDATE' : 'FOR SHARE'}`;
  if (isId(id)) await tx.query({ name: `calls.lock-${how}`, text, values: [id] });
  return get(tx, id);
}

export async function countOf(tx: Tx, festivalId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS n FROM calls WHERE festival_id = $1';
  const [row] = await tx.query<{ n: number }>({ name: 'calls.count', text, values: [festivalId] });
  return row?.n ?? 0;
}

export type NewCall = Omit<Call, 'version' | 'updatedAt' | 'rubricScale' | 'blind' | 'notesAudience'>;

export async function insert(tx: Tx, call: NewCall): Promise<void> {
  const { text, values } = insertClause({ ...call, updatedAt: call.createdAt }, JSON_FIELDS);
  await tx.query(`INSERT INTO calls ${text}`, values);
}

/** Changes a locked call, and counts its version up. */
export async function update(tx: Tx, id: string, changes: Partial<Call> & { updatedAt: Date }): Promise<void> {
  const { text, values } = setClause(changes, 2, JSON_FIELDS);
  await tx.query(`UPDATE calls SET ${text}, version = version + 1 WHERE id = $1`, [id, ...values]);
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.query('DELETE FROM calls WHERE id = $1', [id]);
}

const PUBLIC_MAX = 50;

/** Calls of an organization that were opened: those that are open by their end, then the others. */
export async function listOpened(db: Queryable, festivalId: string, now: Date): Promise<ShownCall[]> {
  const rows = await db.query<CallRow>({
    name: 'calls.opened',
    text: `${SHOWN} WHERE c.festival_id = $1 AND c.state <> 'DRAFT' AND o.status = 'ACTIVE'
      ORDER BY (c.state = 'OPEN' AND coalesce(c.late_ends_at, c.regular_ends_at) > $2) DESC,
        abs(extract(epoch FROM coalesce(c.late_ends_at, c.regular_ends_at) - $2)), c.id LIMIT ${PUBLIC_MAX}`,
    values: [festivalId, now],
  });
  return withCategories(db, rows);
}

/** How many films a call has taken, by what became of them. */
export type CallCounts = {
  submitted: number;
  undecided: number;
  selected: number;
  waitlisted: number;
  notSelected: number;
};
export type DeskCall = ShownCall & CallCounts;

const DESK_MAX = 100;

/** All calls of an organization, the newest first. */
export async function listOf(db: Queryable, festivalId: string): Promise<DeskCall[]> {
  const rows = await db.query<CallRow>({
    name: 'calls.of',
    text: `${SHOWN} WHERE c.festival_id = $1 ORDER BY c.created_at DESC, c.id DESC LIMIT ${DESK_MAX}`,
    values: [festivalId],
  });
  const counts = await db.query<CallCounts & { id: string }>({
    name: 'calls.counts',
    text: `SELECT call_id AS id, count(*)::int AS submitted,
        count(*) FILTER (WHERE decision = '')::int AS undecided,
        count(*) FILTER (WHERE decision = 'SELECTED')::int AS selected,
        count(*) FILTER (WHERE decision = 'WAITLISTED')::int AS waitlisted,
        count(*) FILTER (WHERE decision = 'NOT_SELECTED')::int AS not_selected
      FROM submissions WHERE call_id = ANY($1::uuid[]) AND state = 'SUBMITTED' GROUP BY call_id`,
    values: [rows.map(({ id }) => id)],
  });
  const byId = new Map(counts.map(({ id, ...of }) => [id, of]));
  const none = { submitted: 0, undecided: 0, selected: 0, waitlisted: 0, notSelected: 0 };
  return (await withCategories(db, rows)).map((call) => ({ ...call, ...(byId.get(call.id) ?? none) }));
}

/** Whether an organization has opened a call, also one that was cancelled since. */
export async function anyOpened(tx: Tx, festivalId: string): Promise<boolean> {
  const text = "SELECT 1 FROM calls WHERE festival_id = $1 AND state <> 'DRAFT' LIMIT 1";
  return (await tx.query(text, [festivalId])).length > 0;
}
