import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { JUDGING_LIMITS } from '@marquee/rules/judging';
import { type JudgeAssignment, type JudgeScore, Prisma } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { NAME } from '../people/people.ts';
import type { GivenAnswer } from '../submissions/submissions.ts';
import { JUDGE_NAME } from './judges.ts';

export type Conflict = '' | 'MAKER' | 'CREW' | 'DECLARED';
export type Assignment = Omit<JudgeAssignment, 'conflict'> & { conflict: Conflict };
export type Score = Pick<JudgeScore, 'criterionId' | 'score'>;

/** An assignment with what its judge is shown of the submission. */
export type ShownAssignment = Assignment & {
  callId: string;
  filmId: string;
  filmTitle: string;
  runningTime: number;
  categoryName: string;
  makerName: string;
  coverLetter: string;
  answers: GivenAnswer[];
  blind: boolean;
  /** Whether it is submitted, and its maker does not know a decision. */
  open: boolean;
};

const COLUMNS = columnsOf(Object.values(Prisma.JudgeAssignmentScalarFieldEnum), 'a');
const SHOWN = `SELECT ${COLUMNS}, s.call_id, s.film_id, coalesce(f.film_title, '') AS film_title,
    coalesce(f.running_time, 0) AS running_time, g.name AS category_name, ${NAME} AS maker_name, s.cover_letter,
    s.answers, c.blind, s.state = 'SUBMITTED' AND s.notified_at IS NULL AND c.state = 'OPEN' AS open
  FROM judge_assignments a JOIN judges j ON j.id = a.judge_id JOIN submissions s ON s.id = a.submission_id
    JOIN calls c ON c.id = s.call_id JOIN call_categories g ON g.id = s.category_id
    LEFT JOIN films f ON f.id = s.film_id LEFT JOIN people p ON p.id = s.maker_id`;

/** What a judge judges, by title, without what they have a conflict with. */
export function listOf(db: Queryable, judgeId: string): Promise<ShownAssignment[]> {
  const text = `${SHOWN} WHERE a.judge_id = $1 AND a.taken_at IS NULL AND a.conflict = '' AND s.state = 'SUBMITTED'
    ORDER BY film_title, a.submission_id LIMIT $2`;
  return db.query<ShownAssignment>({ name: 'assignments.of', text, values: [judgeId, JUDGING_LIMITS.assignmentsMax] });
}

/** The assignment of an account that has accepted to judge, without a conflict. */
export async function findOwn(
  db: Queryable,
  submissionId: string,
  accountId: string,
): Promise<ShownAssignment | undefined> {
  const text = `${SHOWN} WHERE a.submission_id = $1 AND j.account_id = $2 AND j.accepted_at IS NOT NULL
    AND a.taken_at IS NULL AND a.conflict = ''`;
  const values = [submissionId, accountId];
  const [row] = isId(submissionId) ? await db.query<ShownAssignment>({ name: 'assignments.own', text, values }) : [];
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockOwn(tx: Tx, submissionId: string, accountId: string): Promise<ShownAssignment | undefined> {
  const found = await findOwn(tx, submissionId, accountId);
  if (!found) return undefined;
  const text = 'SELECT 1 FROM judge_assignments WHERE judge_id = $1 AND submission_id = $2 FOR UPDATE';
  await tx.query({ name: 'assignments.lock', text, values: [found.judgeId, submissionId] });
  return findOwn(tx, submissionId, accountId);
}

export type NewAssignment = { judgeId: string; submissionId: string; conflict: Conflict };

// What was taken back is given again as the judge left it.
const GIVEN_AGAIN = `ON CONFLICT (judge_id, submission_id) DO UPDATE
  SET taken_at = NULL, conflict = excluded.conflict, assigned_at = excluded.assigned_at
  WHERE judge_assignments.taken_at IS NOT NULL`;

/** Gives submissions to judges; those that are given already stay as they are. How many are new. */
export async function insertAll(tx: Tx, rows: readonly NewAssignment[], now: Date): Promise<number> {
  const inserted = await tx.query<NewAssignment>({
    name: 'assignments.insert',
    text: `INSERT INTO judge_assignments (judge_id, submission_id, conflict, assigned_at)
      SELECT n.judge_id, n.submission_id, n.conflict, $4 FROM unnest($1::uuid[], $2::uuid[], $3::text[])
        AS n (judge_id, submission_id, conflict)
      ${GIVEN_AGAIN} RETURNING judge_id, submission_id, conflict`,
    values: [
      ...[rows.map(({ judgeId }) => judgeId), rows.map(({ submissionId }) => submissionId)],
      ...[rows.map(({ conflict }) => conflict), now],
    ],
  });
  // What they wrote before it was taken back.
  for (const row of inserted) if (row.conflict !== '') await setConflict(tx, row, '');
  return inserted.length;
}

/** Takes submissions from a judge who is not done with them. What they wrote waits, in case they are given again. */
export async function takeBack(
  tx: Tx,
  judgeId: string,
  submissionIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await tx.query<{ submissionId: string }>({
    name: 'assignments.take-back',
    text: `UPDATE judge_assignments SET taken_at = $3
      WHERE judge_id = $1 AND submission_id = ANY($2::uuid[]) AND taken_at IS NULL AND NOT done
        AND conflict <> 'DECLARED'
      RETURNING submission_id`,
    values: [judgeId, submissionIds, now],
  });
  return rows.map(({ submissionId }) => submissionId);
}

/** Gives a judge what another invitation of theirs was given; what they have already stays as it is. */
export async function moveAll(tx: Tx, from: string, to: string): Promise<void> {
  await tx.query({
    name: 'assignments.move',
    text: `INSERT INTO judge_assignments (judge_id, submission_id, conflict, assigned_at)
      SELECT $2, submission_id, conflict, assigned_at FROM judge_assignments WHERE judge_id = $1 AND taken_at IS NULL
      ${GIVEN_AGAIN}`,
    values: [from, to],
  });
}

/** What a judge is given and has no conflict with, with who made it. */
export function listWithMakers(
  db: Queryable,
  judgeId: string,
): Promise<{ submissionId: string; filmId: string; makerId: string | null }[]> {
  return db.query({
    name: 'assignments.with-makers',
    text: `SELECT a.submission_id, s.film_id, s.maker_id FROM judge_assignments a
        JOIN submissions s ON s.id = a.submission_id
      WHERE a.judge_id = $1 AND a.conflict = ''`,
    values: [judgeId],
  });
}

/** Every assignment of a call, for the spread. */
export function listOfCall(tx: Tx, callId: string): Promise<NewAssignment[]> {
  return tx.query<NewAssignment>({
    name: 'assignments.of-call',
    text: `SELECT a.judge_id, a.submission_id, a.conflict FROM judge_assignments a JOIN judges j ON j.id = a.judge_id
      WHERE j.call_id = $1 AND a.taken_at IS NULL`,
    values: [callId],
  });
}

/** A judge cannot judge a submission. What they gave goes. */
export async function setConflict(
  tx: Tx,
  { judgeId, submissionId, conflict }: NewAssignment,
  reason: string,
): Promise<void> {
  await tx.query('DELETE FROM judge_scores WHERE judge_id = $1 AND submission_id = $2', [judgeId, submissionId]);
  await tx.query(
    `UPDATE judge_assignments SET conflict = $3, conflict_reason = $4, note = '', done = false
     WHERE judge_id = $1 AND submission_id = $2`,
    [judgeId, submissionId, conflict, reason],
  );
}

/** Keeps the sheet of a locked assignment. */
export async function saveSheet(
  tx: Tx,
  { judgeId, submissionId }: Pick<Assignment, 'judgeId' | 'submissionId'>,
  { scores, note, done }: { scores: readonly Score[]; note: string; done: boolean },
): Promise<void> {
  await tx.query('DELETE FROM judge_scores WHERE judge_id = $1 AND submission_id = $2', [judgeId, submissionId]);
  await tx.query(
    `INSERT INTO judge_scores (judge_id, submission_id, criterion_id, score)
     SELECT $1, $2, n.criterion_id, n.score FROM unnest($3::uuid[], $4::int[]) AS n (criterion_id, score)`,
    [judgeId, submissionId, scores.map(({ criterionId }) => criterionId), scores.map(({ score }) => score)],
  );
  await tx.query('UPDATE judge_assignments SET note = $3, done = $4 WHERE judge_id = $1 AND submission_id = $2', [
    ...[judgeId, submissionId, note, done],
  ]);
}

/** What was scored of a submission, by the judges' ids. */
export async function scoresOf(db: Queryable, submissionId: string): Promise<Map<string, Score[]>> {
  const rows = await db.query<JudgeScore>({
    name: 'assignments.scores',
    text: 'SELECT judge_id, submission_id, criterion_id, score FROM judge_scores WHERE submission_id = $1',
    values: [submissionId],
  });
  return Map.groupBy(rows, ({ judgeId }) => judgeId);
}

/** Assignments of a submission with the names of their judges. */
export function sheetsOf(db: Queryable, submissionId: string): Promise<(Assignment & { judgeName: string })[]> {
  return db.query<Assignment & { judgeName: string }>({
    name: 'assignments.sheets',
    text: `SELECT ${COLUMNS}, ${JUDGE_NAME} AS judge_name FROM judge_assignments a JOIN judges j ON j.id = a.judge_id
      LEFT JOIN people p ON p.id = j.account_id WHERE a.submission_id = $1 AND a.taken_at IS NULL
      ORDER BY judge_name, a.judge_id`,
    values: [submissionId],
  });
}
