import type { Queryable } from './ballots.ts';

/** Whether somebody holds a valid ticket of an event. */
export async function hasTicket(db: Queryable, eventId: string, accountId: string): Promise<boolean> {
  const rows = await db.query({
    name: 'voters.hasTicket',
    text: 'SELECT 1 FROM user_tickets WHERE event_id = $1 AND holder_id = $2 AND valid LIMIT 1',
    values: [eventId, accountId],
  });
  return rows.length > 0;
}
