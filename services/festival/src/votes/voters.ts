import * as attendances from '../attendance/attendances.ts';
import type { Ballot, Queryable } from './ballots.ts';
import type { VoteRefusal } from './vote-errors.ts';

/** Why somebody is not among the voters of a ballot; undefined if they are [FES-10]. */
export async function voterRefusal(
  db: Queryable,
  { eventId, ticketHoldersOnly, attendedOnly }: Ballot,
  accountId: string,
): Promise<VoteRefusal | undefined> {
  if ((ticketHoldersOnly || attendedOnly) && !(await hasTicket(db, eventId, accountId))) return 'TICKET_NEEDED';
  if (attendedOnly && !(await attendances.has(db, eventId, accountId))) return 'ATTENDANCE_NEEDED';
  return undefined;
}

/** Whether somebody holds a valid ticket of an event. */
async function hasTicket(db: Queryable, eventId: string, accountId: string): Promise<boolean> {
  const rows = await db.query({
    name: 'voters.hasTicket',
    text: 'SELECT 1 FROM user_tickets WHERE event_id = $1 AND holder_id = $2 AND valid LIMIT 1',
    values: [eventId, accountId],
  });
  return rows.length > 0;
}
