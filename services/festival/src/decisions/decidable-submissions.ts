import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';

/** How many of these submissions are of the call. */
export async function countIn(tx: Tx, callId: string, ids: readonly string[]): Promise<number> {
  const text = 'SELECT 1 FROM submissions WHERE call_id = $1 AND id = ANY($2::uuid[])';
  return (await tx.query({ name: 'decisions.count', text, values: [callId, ids.filter(isId)] })).length;
}

/** Sets the decision of those whose makers were not notified; '' takes it back. Gives their number. */
export async function decide(tx: Tx, callId: string, ids: readonly string[], decision: string): Promise<number> {
  const rows = await tx.query({
    name: 'decisions.decide',
    text: `UPDATE submissions SET decision = $3, version = version + 1
      WHERE call_id = $1 AND id = ANY($2::uuid[]) AND state = 'SUBMITTED' AND notified_at IS NULL RETURNING 1`,
    values: [callId, ids, decision],
  });
  return rows.length;
}

/** The films of selected submissions to calls of an organization, by the ids of the submissions. */
export async function selectedFilms(tx: Tx, festivalId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; filmId: string }>({
    name: 'decisions.selected-films',
    text: `SELECT s.id, s.film_id FROM submissions s JOIN calls c ON c.id = s.call_id
      WHERE s.id = ANY($1::uuid[]) AND c.festival_id = $2 AND s.decision = 'SELECTED' AND s.state = 'SUBMITTED'`,
    values: [ids.filter(isId), festivalId],
  });
  return new Map(rows.map(({ id, filmId }) => [id, filmId]));
}
