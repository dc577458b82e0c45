import type { Tx } from '@marquee/data/database';
import type { Queryable } from '../organizations/organizations.ts';

/** Somebody's place in the waiting list of a ticket type. */
export type TicketWait = {
  id: string;
  typeId: string;
  accountId: string;
  /** Until when a unit is kept for them; null while they wait. */
  offeredUntil: Date | null;
  /** How many are asked before them, and they; 0 once they are asked. */
  position: number;
  /** How many wait. */
  waiting: number;
};

const SELECT = `SELECT w.id, w.type_id, w.account_id, w.offered_until,
    CASE WHEN w.state = 'OFFERED' THEN 0 ELSE (SELECT count(*)::int FROM ticket_waits o
      WHERE o.type_id = w.type_id AND o.state = 'WAITING' AND o.place <= w.place) END AS position,
    (SELECT count(*)::int FROM ticket_waits o WHERE o.type_id = w.type_id AND o.state = 'WAITING') AS waiting
  FROM ticket_waits w`;

/** Joins of a list, and offers of what comes back, take turns. Buyers do not wait for it. */
export async function lockList(tx: Tx, typeId: string): Promise<void> {
  await tx.query({
    name: 'ticket-waits.turn',
    text: "SELECT pg_advisory_xact_lock(hashtextextended('waiting list of ' || $1, 0))",
    values: [typeId],
  });
}

export async function find(db: Queryable, typeId: string, accountId: string): Promise<TicketWait | undefined> {
  const text = `${SELECT} WHERE w.type_id = $1 AND w.account_id = $2`;
  const [row] = await db.query<TicketWait>({ name: 'ticket-waits.find', text, values: [typeId, accountId] });
  return row;
}

/** The places of an account in the lists of an event. */
export function listOf(db: Queryable, accountId: string, eventId: string): Promise<TicketWait[]> {
  return db.query<TicketWait>({
    name: 'ticket-waits.of-event',
    text: `${SELECT} JOIN ticket_type_events te ON te.type_id = w.type_id
      WHERE w.account_id = $1 AND te.event_id = $2 ORDER BY w.place`,
    values: [accountId, eventId],
  });
}

export async function insert(
  tx: Tx,
  { id, typeId, accountId, now }: { id: string; typeId: string; accountId: string; now: Date },
): Promise<void> {
  const text = 'INSERT INTO ticket_waits (id, type_id, account_id, created_at) VALUES ($1, $2, $3, $4)';
  await tx.query({ name: 'ticket-waits.insert', text, values: [id, typeId, accountId, now] });
}

/** Ends a place; what was kept for it is free again. */
export async function remove(tx: Tx, typeId: string, accountId: string): Promise<void> {
  const text = 'DELETE FROM ticket_waits WHERE type_id = $1 AND account_id = $2';
  await tx.query({ name: 'ticket-waits.remove', text, values: [typeId, accountId] });
}

/** Ends all places of a type. */
export async function removeAll(tx: Tx, typeId: string): Promise<void> {
  await tx.query('DELETE FROM ticket_waits WHERE type_id = $1', [typeId]);
}

/** Ends the places whose owners were asked and did not buy in time. */
export async function removeLapsed(tx: Tx, typeId: string, now: Date): Promise<void> {
  await tx.query("DELETE FROM ticket_waits WHERE type_id = $1 AND state = 'OFFERED' AND offered_until <= $2", [
    typeId,
    now,
  ]);
}

/** How many lists an account is in, and how long one of them is. */
export async function count(
  tx: Tx,
  { typeId, accountId }: { typeId: string; accountId: string },
): Promise<{ ofAccount: number; ofType: number }> {
  const [row] = await tx.query<{ ofAccount: number; ofType: number }>({
    name: 'ticket-waits.count',
    text: `SELECT (SELECT count(*)::int FROM ticket_waits WHERE account_id = $2) AS of_account,
      (SELECT count(*)::int FROM ticket_waits WHERE type_id = $1) AS of_type`,
    values: [typeId, accountId],
  });
  return row ?? { ofAccount: 0, ofType: 0 };
}

/**
 * Whom nobody can sell to at the moment is asked again later, in the same place. What they are paying for stays theirs, and
 * nothing waits for somebody who is just buying.
 */
export async function takeBackOffers(tx: Tx, typeId: string): Promise<void> {
  await tx.query({
    name: 'ticket-waits.take-back',
    text: `WITH kept AS (
        SELECT u.id, u.wait_id FROM ticket_units u JOIN ticket_waits w ON w.id = u.wait_id
        WHERE w.type_id = $1 AND w.state = 'OFFERED' AND u.order_id IS NULL FOR UPDATE SKIP LOCKED
      ), freed AS (
        UPDATE ticket_units u SET wait_id = NULL FROM kept WHERE u.id = kept.id
      )
      UPDATE ticket_waits w SET state = 'WAITING', offered_until = NULL FROM kept WHERE w.id = kept.wait_id`,
    values: [typeId],
  });
}

/** A place that a unit is kept for; `offers` counts how often. */
type Offered = { id: string; accountId: string; offers: number };

/** Keeps a free unit for who is first in the list; undefined where nobody waits or nothing is free. */
export async function offerNext(tx: Tx, typeId: string, until: Date): Promise<Offered | undefined> {
  const [row] = await tx.query<Offered>({
    name: 'ticket-waits.offer',
    text: `WITH first AS (
        SELECT id FROM ticket_waits WHERE type_id = $1 AND state = 'WAITING' ORDER BY place LIMIT 1 FOR UPDATE
      ), kept AS (
        UPDATE ticket_units SET wait_id = first.id FROM first WHERE ticket_units.id = (
          SELECT id FROM ticket_units WHERE type_id = $1 AND order_id IS NULL AND wait_id IS NULL
          LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING wait_id
      )
      UPDATE ticket_waits w SET state = 'OFFERED', offered_until = $2, offers = offers + 1 FROM kept
      WHERE w.id = kept.wait_id RETURNING w.id, w.account_id, w.offers`,
    values: [typeId, until],
  });
  return row;
}

const TYPES_AT_ONCE = 200;

/**
 * Types with something to do: their events are over, an offer is, or a unit is there for who waits. Where there are more than can
 * be done at once, other ones come first each time.
 */
export async function listDue(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db.query<{ typeId: string }>({
    name: 'ticket-waits.due',
    text: `SELECT t.id AS type_id
      FROM (SELECT DISTINCT type_id FROM ticket_waits) listed JOIN ticket_types t ON t.id = listed.type_id
      CROSS JOIN LATERAL (
        SELECT coalesce(bool_or(e.status = 'CANCELLED') OR bool_and(e.end_time <= $1), true) AS over,
          coalesce(bool_and(e.status = 'PUBLISHED' AND e.selling_tickets AND o.status = 'ACTIVE'), false)
            AND NOT t.withdrawn AND coalesce(t.sale_start <= $1, true) AND coalesce(t.sale_end > $1, true) AS sold
        FROM ticket_type_events te JOIN events e ON e.id = te.event_id JOIN organizations o ON o.id = e.festival_id
        WHERE te.type_id = t.id) state
      WHERE state.over
        OR (state.sold AND EXISTS (SELECT FROM ticket_waits w WHERE w.type_id = t.id AND w.offered_until <= $1))
        OR (state.sold AND EXISTS (SELECT FROM ticket_waits w WHERE w.type_id = t.id AND w.state = 'WAITING')
          AND EXISTS (SELECT FROM ticket_units u WHERE u.type_id = t.id AND u.order_id IS NULL AND u.wait_id IS NULL))
        OR (NOT state.sold AND EXISTS (SELECT FROM ticket_units u
          WHERE u.type_id = t.id AND u.order_id IS NULL AND u.wait_id IS NOT NULL))
      ORDER BY hashtextextended(t.id::text, (extract(epoch FROM $1::timestamptz) * 1000)::bigint) LIMIT ${TYPES_AT_ONCE}`,
    values: [now],
  });
  return rows.map(({ typeId }) => typeId);
}
