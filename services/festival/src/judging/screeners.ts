import type { Tx } from '@marquee/data/database';
import type { Screener } from '../../gen/prisma/client.ts';

export type { Screener };

/** Lets an account watch the film of a submission until a moment. */
export async function keep(tx: Tx, { submissionId, accountId, endsAt }: Screener): Promise<void> {
  await tx.query({
    name: 'screeners.keep',
    text: `INSERT INTO screeners (submission_id, account_id, ends_at) VALUES ($1, $2, $3)
      ON CONFLICT (submission_id, account_id) DO UPDATE SET ends_at = excluded.ends_at`,
    values: [submissionId, accountId, endsAt],
  });
}

/** Ends what is still open of some submissions, for all accounts or for one. Gives whom it was taken from. */
export function end(
  tx: Tx,
  submissionIds: readonly string[],
  accountId: string | null,
  now: Date,
): Promise<(Screener & { filmId: string; version: bigint })[]> {
  return tx.query({
    name: 'screeners.end',
    text: `DELETE FROM screeners r USING submissions s
      WHERE s.id = r.submission_id AND r.submission_id = ANY($1::uuid[]) AND ($2::uuid IS NULL OR r.account_id = $2)
        AND r.ends_at > $3
      RETURNING r.submission_id, r.account_id, r.ends_at, s.film_id, s.version`,
    values: [submissionIds, accountId, now],
  });
}

/** Which submissions of an organization, or of one of its calls, an account may watch now. */
export async function openOf(
  tx: Tx,
  { accountId, festivalId, callId }: { accountId: string; festivalId: string; callId: string | null },
  now: Date,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: 'screeners.open-of',
    text: `SELECT s.id FROM screeners r JOIN submissions s ON s.id = r.submission_id JOIN calls c ON c.id = s.call_id
      WHERE r.account_id = $1 AND c.festival_id = $2 AND ($3::uuid IS NULL OR c.id = $3) AND r.ends_at > $4`,
    values: [accountId, festivalId, callId, now],
  });
  return rows.map(({ id }) => id);
}
