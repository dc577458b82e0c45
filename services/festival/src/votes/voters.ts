import type { Queryable } from './ballots.ts';
import type { VoteRefusal } from './vote-errors.ts';

/** Whether somebody has what a ballot asks of its voters; what it does not ask for they have [FES-10]. */
export type MayVote = { hasTicket: boolean; hasAttended: boolean };

/** The columns of the same for an account, in a statement about a ballot `b`. */
export const mayVote = (account: string) => `
  NOT (b.ticket_holders_only OR b.attended_only) OR EXISTS (
    SELECT FROM user_tickets t WHERE t.event_id = b.event_id AND t.holder_id = ${account} AND t.valid) AS has_ticket,
  NOT b.attended_only OR EXISTS (
    SELECT FROM attendances a WHERE a.event_id = b.event_id AND a.account_id = ${account}) AS has_attended`;

export async function find(db: Queryable, ballotId: string, accountId: string): Promise<MayVote | undefined> {
  const text = `SELECT ${mayVote('$2')} FROM ballots b WHERE b.id = $1`;
  const [row] = await db.query<MayVote>({ name: 'voters.find', text, values: [ballotId, accountId] });
  return row;
}

/**
 * Whom a ballot waits for, by account: who has a ticket of its event, and attended where that is needed, and has not voted. Who
 * votes without a ticket is nobody that it could name.
 */
export async function listToAsk(
  db: Queryable,
  ballotId: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ accountId: string }>({
    name: 'voters.to-ask',
    text: `SELECT DISTINCT t.holder_id AS account_id FROM ballots b JOIN user_tickets t ON t.event_id = b.event_id
      WHERE b.id = $1 AND t.valid AND t.holder_id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
        AND NOT EXISTS (SELECT FROM votes v WHERE v.ballot_id = b.id AND v.account_id = t.holder_id)
        AND (NOT b.attended_only OR EXISTS (
          SELECT FROM attendances a WHERE a.event_id = b.event_id AND a.account_id = t.holder_id))
      ORDER BY account_id LIMIT $3`,
    values: [ballotId, after ?? null, limit],
  });
  return rows.map(({ accountId }) => accountId);
}

/** Why somebody is not among the voters of a ballot; undefined if they are. */
export function voterRefusal({ hasTicket, hasAttended }: MayVote): VoteRefusal | undefined {
  if (!hasTicket) return 'TICKET_NEEDED';
  return hasAttended ? undefined : 'ATTENDANCE_NEEDED';
}
