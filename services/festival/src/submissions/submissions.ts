import { columnsOf, insertClause, setClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { DeadlineName, DecisionName } from '@marquee/rules/submissions';
import { Prisma, type Submission as Row } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';

/** HELD waits for its fee; RELEASED was not paid; REFUNDED went back at the provider. */
export type SubmissionState =
  | ('HELD' | 'RELEASED' | 'SUBMITTED' | 'WITHDRAWN')
  | ('DISQUALIFIED' | 'CANCELLED' | 'REFUNDED');
export type GivenAnswer = { questionId: string; question: string; answer: string };
export type Submission = Omit<Row, 'state' | 'decision' | 'deadline' | 'answers'> & {
  state: SubmissionState;
  decision: DecisionName | '';
  deadline: DeadlineName;
  answers: GivenAnswer[];
};

/** A submission with what its maker is shown of the call and the film. */
export type ShownSubmission = Submission & {
  festivalId: string;
  festivalName: string;
  callTitle: string;
  callState: string;
  categoryName: string;
  filmTitle: string;
};

const COLUMNS = columnsOf(Object.values(Prisma.SubmissionScalarFieldEnum), 's');
const SHOWN = `SELECT ${COLUMNS}, c.festival_id, o.name AS festival_name, c.title AS call_title, c.state AS call_state,
    g.name AS category_name, coalesce(f.film_title, '') AS film_title
  FROM submissions s JOIN calls c ON c.id = s.call_id JOIN organizations o ON o.id = c.festival_id
    JOIN call_categories g ON g.id = s.category_id LEFT JOIN films f ON f.id = s.film_id`;
const JSON_FIELDS = { json: new Set(['answers']) };

export async function find(db: Queryable, id: string): Promise<ShownSubmission | undefined> {
  const text = `${SHOWN} WHERE s.id = $1`;
  const [row] = isId(id) ? await db.query<ShownSubmission>({ name: 'submissions.find', text, values: [id] }) : [];
  return row;
}

/** The same, locked until the transaction ends. */
export async function lock(tx: Tx, id: string): Promise<ShownSubmission | undefined> {
  const text = `${SHOWN} WHERE s.id = $1 FOR UPDATE OF s`;
  const [row] = isId(id) ? await tx.query<ShownSubmission>({ name: 'submissions.lock', text, values: [id] }) : [];
  return row;
}

/** One submission of a film at a time, so that a repeated request finds the first. */
export async function takeTurn(tx: Tx, filmId: string): Promise<void> {
  await tx.query({
    name: 'submissions.turn',
    text: "SELECT pg_advisory_xact_lock(hashtextextended('submission of ' || $1, 0))",
    values: [filmId],
  });
}

/** The submission of a film to a category that is open or submitted. */
export async function findStanding(db: Queryable, categoryId: string, filmId: string): Promise<Submission | undefined> {
  const text = `SELECT ${COLUMNS} FROM submissions s
    WHERE s.category_id = $1 AND s.film_id = $2 AND s.state IN ('HELD', 'SUBMITTED')`;
  const isNamed = isId(categoryId) && isId(filmId);
  const values = [categoryId, filmId];
  const [row] = isNamed ? await db.query<Submission>({ name: 'submissions.standing', text, values }) : [];
  return row;
}

export type NewSubmission = Omit<Submission, 'version' | 'decision' | 'notifiedAt' | 'submittedAt' | 'refundOwed'>;

/** False where its id is there already, or its film is in the category. */
export async function insert(tx: Tx, submission: NewSubmission): Promise<boolean> {
  const { text, values } = insertClause(submission, JSON_FIELDS);
  const rows = await tx.query(`INSERT INTO submissions ${text} ON CONFLICT DO NOTHING RETURNING 1`, values);
  return rows.length > 0;
}

type Changes = Partial<Pick<Submission, 'state' | 'submittedAt' | 'refundOwed' | 'decision' | 'notifiedAt'>>;

/** Changes a locked submission, and counts its version up. */
export async function update<S extends Submission>(tx: Tx, submission: S, changes: Changes): Promise<S> {
  const version = submission.version + 1n;
  const { text, values } = setClause({ ...changes, version }, 2);
  await tx.query(`UPDATE submissions SET ${text} WHERE id = $1`, [submission.id, ...values]);
  return { ...submission, ...changes, version };
}

/** How many films a call has, with those that are being paid. */
export async function countOf(tx: Tx, callId: string): Promise<number> {
  const text = "SELECT count(*)::int AS n FROM submissions WHERE call_id = $1 AND state IN ('HELD', 'SUBMITTED')";
  const [row] = await tx.query<{ n: number }>({ name: 'submissions.count', text, values: [callId] });
  return row?.n ?? 0;
}

/** Where a page of own submissions begins. */
export type OwnKey = [createdAt: string, id: string];

/** Somebody's submissions of all films ('') or one, the newest first; what was never paid is left out once it ended. */
export async function listOwn(
  db: Queryable,
  { makerId, filmId, after, limit }: { makerId: string; filmId: string; after: OwnKey | undefined; limit: number },
): Promise<ShownSubmission[]> {
  if (filmId !== '' && !isId(filmId)) return [];
  return db.query<ShownSubmission>({
    name: 'submissions.own',
    text: `${SHOWN} WHERE s.maker_id = $1 AND s.state <> 'RELEASED'
        AND ($2::uuid IS NULL OR s.film_id = $2)
        AND ($3::timestamptz IS NULL OR (date_trunc('milliseconds', s.created_at), s.id) < ($3::timestamptz, $4::uuid))
      ORDER BY date_trunc('milliseconds', s.created_at) DESC, s.id DESC LIMIT $5`,
    values: [makerId, filmId || null, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

const SWEPT_MAX = 200;

/** Submissions whose time to pay is over, the oldest first. */
export function listOverdue(db: Queryable, now: Date): Promise<{ id: string }[]> {
  return db.query<{ id: string }>({
    name: 'submissions.overdue',
    text: `SELECT id FROM submissions WHERE state = 'HELD' AND held_until <= $1 ORDER BY held_until LIMIT ${SWEPT_MAX}`,
    values: [now],
  });
}

/** Submissions to calls that were cancelled since. */
export function listOfCancelled(db: Queryable): Promise<{ id: string }[]> {
  return db.query<{ id: string }>({
    name: 'submissions.of-cancelled',
    text: `SELECT s.id FROM calls c JOIN submissions s ON s.call_id = c.id
      WHERE c.state = 'CANCELLED' AND s.state = 'SUBMITTED' ORDER BY s.created_at LIMIT ${SWEPT_MAX}`,
    values: [],
  });
}

/** Submissions whose fee has to go back and does not. What the provider could not do is asked for again a day later. */
export function listOwed(db: Queryable, now: Date): Promise<{ id: string }[]> {
  return db.query<{ id: string }>({
    name: 'submissions.owed',
    text: `SELECT s.id FROM submissions s JOIN orders o ON o.id = s.id
      WHERE s.refund_owed AND o.state IN ('PAID', 'FULFILLED')
        AND NOT EXISTS (SELECT FROM order_refunds r WHERE r.order_id = o.id
          AND (r.state = 'PENDING' OR (r.state = 'SUCCEEDED' AND NOT r.is_part)
          OR (r.state = 'FAILED' AND r.created_at > $1::timestamptz - interval '1 day')))
      ORDER BY s.created_at LIMIT ${SWEPT_MAX}`,
    values: [now],
  });
}
