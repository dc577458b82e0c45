import { insertClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import type { ClosedBooks } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { NAME } from '../people/people.ts';

export type { ClosedBooks };

export async function find(
  db: Queryable,
  eventId: string,
): Promise<(ClosedBooks & { closedByName: string }) | undefined> {
  const [row] = await db.query<ClosedBooks & { closedByName: string }>({
    name: 'closed-books.find',
    text: `SELECT b.*, ${NAME} AS closed_by_name FROM closed_books b LEFT JOIN people p ON p.id = b.closed_by
      WHERE b.event_id = $1`,
    values: [eventId],
  });
  return row;
}

export async function insert(tx: Tx, row: ClosedBooks): Promise<void> {
  const { text, values } = insertClause(row);
  await tx.query(`INSERT INTO closed_books ${text}`, values);
}

/** Holds the events of a ticket type as they are until the transaction ends: closing their books waits. */
export async function holdEvents(tx: Tx, typeId: string): Promise<void> {
  await tx.query({
    name: 'closed-books.hold',
    text: `SELECT FROM events WHERE id IN (SELECT event_id FROM ticket_type_events WHERE type_id = $1)
      ORDER BY id FOR SHARE`,
    values: [typeId],
  });
}

/** Whether the books of all events of a ticket type are closed. */
export async function areClosed(tx: Tx, typeId: string): Promise<boolean> {
  const rows = await tx.query({
    name: 'closed-books.of-type',
    text: `SELECT FROM ticket_type_events te LEFT JOIN closed_books b ON b.event_id = te.event_id
      WHERE te.type_id = $1 HAVING count(*) > 0 AND count(b.event_id) = count(*)`,
    values: [typeId],
  });
  return rows.length > 0;
}

// Ticket types of the event alone.
const OWN_TYPES = `SELECT type_id FROM ticket_type_events WHERE type_id IN (
  SELECT type_id FROM ticket_type_events WHERE event_id = $1) GROUP BY type_id HAVING count(*) = 1`;

export type Sums = Pick<ClosedBooks, 'sales' | 'refunds' | 'tickets' | 'amount' | 'fee'>;

/** What tickets to the event alone have brought until now. */
export async function sums(db: Queryable, eventId: string): Promise<Sums> {
  const [row] = await db.query<Sums>({
    name: 'closed-books.sums',
    text: `SELECT coalesce(sum(sales), 0)::int AS sales, coalesce(sum(refunds), 0)::int AS refunds,
        coalesce(sum(tickets - returned), 0)::int AS tickets, coalesce(sum(amount), 0)::bigint AS amount,
        coalesce(sum(fee), 0)::bigint AS fee
      FROM (
        SELECT t.* FROM events e JOIN tallies t ON t.festival_id = e.festival_id WHERE e.id = $1
        UNION ALL SELECT c.festival_id, c.subject_id, c.hour, c.sales, c.refunds, c.tickets, c.returned, c.amount, c.fee,
          c.doors, c.watched FROM tally_changes c
      ) a WHERE a.subject_id IN (${OWN_TYPES})`,
    values: [eventId],
  });
  return row ?? { sales: 0, refunds: 0, tickets: 0, amount: 0n, fee: 0n };
}

/** Whether money of such tickets is on its way back, or will be because the event was cancelled. */
export async function isRefunding(db: Queryable, eventId: string): Promise<boolean> {
  const rows = await db.query({
    name: 'closed-books.refunding',
    text: `SELECT FROM ticket_orders o JOIN events e ON e.id = $1
      WHERE o.type_id IN (${OWN_TYPES})
        AND (o.state = 'RETURNING' OR (o.state = 'DELIVERED' AND o.amount > 0 AND (e.status = 'CANCELLED'
          OR EXISTS (SELECT FROM order_refunds r WHERE r.order_id = o.id AND r.state = 'PENDING')))) LIMIT 1`,
    values: [eventId],
  });
  return rows.length > 0;
}
