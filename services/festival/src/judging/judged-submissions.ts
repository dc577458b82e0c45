import { isId } from '@marquee/data/ids';
import { SUBMISSION_LIMITS } from '@marquee/rules/submissions';
import type { Queryable } from '../organizations/organizations.ts';

/** What assigning needs of a submission. */
export type JudgedSubmission = { id: string; filmId: string; makerId: string | null };

/** Of these, what is submitted to a call. */
export function listIn(db: Queryable, callId: string, ids: readonly string[]): Promise<JudgedSubmission[]> {
  return db.query<JudgedSubmission>({
    name: 'judged.in',
    text: `SELECT id, film_id, maker_id FROM submissions
      WHERE call_id = $1 AND id = ANY($2::uuid[]) AND state = 'SUBMITTED' ORDER BY id`,
    values: [callId, ids.filter(isId)],
  });
}

/** What is submitted to a call and undecided. */
export function listUndecided(db: Queryable, callId: string): Promise<JudgedSubmission[]> {
  return db.query<JudgedSubmission>({
    name: 'judged.undecided',
    text: `SELECT id, film_id, maker_id FROM submissions
      WHERE call_id = $1 AND state = 'SUBMITTED' AND decision = '' ORDER BY id LIMIT $2`,
    values: [callId, SUBMISSION_LIMITS.perCallMax],
  });
}
