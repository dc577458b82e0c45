import { isId } from '@marquee/data/ids';
import type { DecisionName } from '@marquee/rules/submissions';
import type { Queryable } from '../organizations/organizations.ts';
import { NAME } from '../people/people.ts';
import { submissionNotFound } from '../submissions/submission-errors.ts';
import type { GivenAnswer, SubmissionState } from '../submissions/submissions.ts';

/** A submission with how it was judged. */
export type DeskSubmission = {
  id: string;
  callId: string;
  filmId: string;
  filmTitle: string;
  runningTime: number;
  makerId: string | null;
  makerName: string;
  categoryId: string;
  categoryName: string;
  state: SubmissionState;
  decision: DecisionName | '';
  notifiedAt: Date | null;
  submittedAt: Date | null;
  amount: bigint;
  waived: boolean;
  coverLetter: string;
  answers: GivenAnswer[];
  judges: number;
  judged: number;
  mean: number;
  spread: number;
  createdAt: Date;
};

/** A sheet is the mean of its scores by the weights of their criteria; only sheets that are done count. */
const DESK = `SELECT s.id, s.call_id, s.film_id, coalesce(f.film_title, '') AS film_title,
    coalesce(f.running_time, 0) AS running_time, s.maker_id, ${NAME} AS maker_name, s.category_id,
    g.name AS category_name, s.state, s.decision, s.notified_at, s.submitted_at, s.amount,
    s.waiver_id IS NOT NULL AS waived, s.cover_letter, s.answers, r.judges, r.judged,
    coalesce(r.mean, 0)::float8 AS mean, coalesce(r.spread, 0)::float8 AS spread,
    date_trunc('milliseconds', s.created_at) AS created_at
  FROM submissions s JOIN call_categories g ON g.id = s.category_id LEFT JOIN films f ON f.id = s.film_id
    LEFT JOIN people p ON p.id = s.maker_id
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE a.conflict = '')::int AS judges,
        count(*) FILTER (WHERE a.conflict = '' AND a.done)::int AS judged,
        round(avg(m.mean), 4) AS mean, round(stddev_pop(m.mean), 4) AS spread
      FROM judge_assignments a LEFT JOIN LATERAL (
        SELECT sum(x.score * c.weight)::numeric / sum(c.weight) AS mean
        FROM judge_scores x JOIN judging_criteria c ON c.id = x.criterion_id
        WHERE x.judge_id = a.judge_id AND x.submission_id = a.submission_id AND a.done AND a.conflict = '') m ON true
      WHERE a.submission_id = s.id AND a.taken_at IS NULL) r`;

/** @throws DomainError NOT_FOUND, SUBMISSION_NOT_FOUND */
export async function get(db: Queryable, id: string): Promise<DeskSubmission> {
  const text = `${DESK} WHERE s.id = $1 AND s.state NOT IN ('HELD', 'RELEASED')`;
  const [row] = isId(id) ? await db.query<DeskSubmission>({ name: 'desk-submissions.get', text, values: [id] }) : [];
  if (!row) throw submissionNotFound();
  return row;
}

/** Where a page begins: the mean comes first where the best are. */
export type DeskKey = [mean: number, createdAt: string, id: string];

type Filter = {
  callId: string;
  categoryId: string | null;
  decision: string;
  undecided: boolean;
  pattern: string;
  best: boolean;
};

/** What was submitted to a call and paid, the newest or the best first. */
export function list(
  db: Queryable,
  { callId, categoryId, decision, undecided, pattern, best }: Filter,
  { after, limit }: { after: DeskKey | undefined; limit: number },
): Promise<DeskSubmission[]> {
  const [mean, createdAt, id] = after ?? [null, null, null];
  return db.query<DeskSubmission>({
    name: 'desk-submissions.list',
    text: `SELECT * FROM (${DESK} WHERE s.call_id = $1 AND s.state NOT IN ('HELD', 'RELEASED')
        AND ($2::uuid IS NULL OR s.category_id = $2) AND ($3 = '' OR s.decision = $3)
        AND (NOT $4 OR (s.decision = '' AND s.state = 'SUBMITTED')) AND coalesce(f.film_title, '') ILIKE $5) d
      WHERE $7::float8 IS NULL
        OR ((CASE WHEN $6 THEN d.mean ELSE 0 END), d.created_at, d.id) < ($7::float8, $8::timestamptz, $9::uuid)
      ORDER BY (CASE WHEN $6 THEN d.mean ELSE 0 END) DESC, d.created_at DESC, d.id DESC LIMIT $10`,
    values: [callId, categoryId, decision, undecided, pattern, best, mean, createdAt, id, limit],
  });
}
