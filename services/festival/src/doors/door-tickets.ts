import type { Tx } from '@marquee/data/database';
import type { UserTicket } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';

/** A ticket that is not as its first code says. */
export type TicketChange = { userTicketId: string; generation: number; valid: boolean };

/** Of one event; doors do not know of further ones before they are connected. */
const CHANGES_MAX = 20_000;

/**
 * A number that grows with every change of a ticket of an event. Unlike a time or a sequence it never misses a change that
 * is committed late: it is a sum of what is there.
 */
export async function changesState(db: Queryable, eventId: string): Promise<bigint> {
  const text =
    'SELECT coalesce(sum(version), 0)::bigint AS state FROM user_tickets WHERE event_id = $1 AND version > 1';
  const [row] = await db.query<{ state: bigint }>({ name: 'door-tickets.state', text, values: [eventId] });
  return row?.state ?? 0n;
}

/** The tickets of an event that have changed since they were bought. */
export function changesOf(db: Queryable, eventId: string): Promise<TicketChange[]> {
  return db.query<TicketChange>({
    name: 'door-tickets.changes',
    text: `SELECT id AS user_ticket_id, generation, valid FROM user_tickets WHERE event_id = $1 AND version > 1
      ORDER BY id LIMIT ${CHANGES_MAX}`,
    values: [eventId],
  });
}

export type ScannedTicket = Pick<UserTicket, 'id' | 'holderId' | 'generation'>;

/** Of these tickets, those of the event, by their ids. */
export async function ofEvent(tx: Tx, eventId: string, ids: readonly string[]): Promise<Map<string, ScannedTicket>> {
  const rows = await tx.query<ScannedTicket>({
    name: 'door-tickets.of-event',
    text: 'SELECT id, holder_id, generation FROM user_tickets WHERE event_id = $1 AND id = ANY($2::uuid[])',
    values: [eventId, ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}
