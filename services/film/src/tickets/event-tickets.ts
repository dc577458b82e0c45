import type { Tx } from '@marquee/data/database';
import type { EventTicket } from '../../gen/prisma/client.ts';

export type { EventTicket };

const KEEP = `
  INSERT INTO event_tickets AS t (id, version, event_id, account_id, valid) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (id) DO UPDATE SET version = excluded.version, account_id = excluded.account_id, valid = excluded.valid
  WHERE t.version < excluded.version
  RETURNING 1`;

/** Keeps who has a ticket, unless the same or a newer version of it is known; true when it was kept. */
export async function keep(tx: Tx, { id, version, eventId, accountId, valid }: EventTicket): Promise<boolean> {
  const values = [id, version, eventId, accountId, valid];
  return (await tx.query({ name: 'event-tickets.keep', text: KEEP, values })).length > 0;
}

/** Selects every ticket that is kept, with its version. */
export const KEPT = 'SELECT id, version FROM event_tickets';

/** Ends a ticket that festival no longer has. The row stays, so that a late older event cannot bring it back. */
export async function forget(tx: Tx, { id, version }: Pick<EventTicket, 'id' | 'version'>): Promise<boolean> {
  const text = 'UPDATE event_tickets SET valid = false WHERE id = $1 AND version = $2 AND valid RETURNING 1';
  return (await tx.query({ name: 'event-tickets.forget', text, values: [id, version] })).length > 0;
}
