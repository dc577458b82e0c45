import type { Tx } from '@marquee/data/database';
import type { Queryable } from '../organizations/organizations.ts';
import * as events from './events.ts';
import { overCapacity } from './ticket-errors.ts';

// Of a type that is not offered any more only what is sold or held takes places.
const OFFERED = `
  SELECT coalesce(sum(CASE WHEN t.withdrawn
      THEN (SELECT count(*) FROM ticket_units u WHERE u.type_id = t.id AND u.order_id IS NOT NULL)
      ELSE t.quantity END), 0)::int AS n
  FROM ticket_type_events te JOIN ticket_types t ON t.id = te.type_id WHERE te.event_id = $1`;

/** How many places of an event its ticket types offer: an event's own capacity cannot be lower. */
export async function offeredPlaces(db: Queryable, eventId: string): Promise<number> {
  const [row] = await db.query<{ n: number }>({ name: 'capacity.offered', text: OFFERED, values: [eventId] });
  return row?.n ?? 0;
}

/** After a change of what is offered, with the events locked before it. @throws DomainError FAILED_PRECONDITION, OVER_CAPACITY */
export async function requireCapacity(tx: Tx, eventIds: readonly string[]): Promise<void> {
  for (const { id, capacity } of await events.list(tx, eventIds)) {
    if (capacity === null) continue;
    const offered = await offeredPlaces(tx, id);
    if (offered > capacity) throw overCapacity(capacity - offered);
  }
}
