import { columnsOf } from '@marquee/data/columns';
import { send, type Tx } from '@marquee/data/database';
import { isId, newId } from '@marquee/data/ids';
import { Prisma, type UserTicket } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { ticketNotFound } from './ticket-errors.ts';

export type { UserTicket };
/** A ticket with what its page shows. */
export type ShownTicket = UserTicket & { festivalId: string; ticketTypeName: string };

const COLUMNS = columnsOf(Object.values(Prisma.UserTicketScalarFieldEnum), 't');
const SHOWN = `SELECT ${COLUMNS}, e.festival_id, y.name AS ticket_type_name
  FROM user_tickets t JOIN events e ON e.id = t.event_id JOIN ticket_orders o ON o.id = t.order_id
    JOIN ticket_types y ON y.id = o.type_id`;

/** A ticket as it is when it is delivered. */
export type DeliveredTicket = Pick<UserTicket, 'id' | 'version' | 'eventId' | 'holderId' | 'valid' | 'generation'>;

/**
 * Delivers a locked order, in one statement that the transaction does not wait for: its units are sold, the place in the waiting
 * list that it was bought from ends, and there is a ticket to each event for each unit. It fails where units are missing.
 */
export async function deliver(
  tx: Tx,
  {
    orderId,
    holderId,
    quantity,
    eventIds,
    now,
  }: Pick<UserTicket, 'orderId' | 'holderId'> & { quantity: number; eventIds: readonly string[]; now: Date },
): Promise<DeliveredTicket[]> {
  const made = Array.from({ length: quantity }, () => eventIds).flatMap((ids) =>
    ids.map((eventId) => ({ id: newId(), version: 1n, eventId, holderId, valid: true, generation: 1 })),
  );
  await send(tx, {
    name: 'user-tickets.deliver',
    text: `WITH moved AS (
        UPDATE ticket_orders SET state = 'DELIVERED', version = version + 1 WHERE id = $1
      ), served AS (
        DELETE FROM ticket_waits WHERE id = ANY(ARRAY(SELECT wait_id FROM ticket_units WHERE order_id = $1))
      ), sold AS (
        UPDATE ticket_units SET sold = true, wait_id = NULL WHERE order_id = $1 RETURNING id
      ), made AS (
        INSERT INTO user_tickets (id, unit_id, event_id, order_id, holder_id, created_at)
        SELECT t.id, unit.id, t.event_id, $1, $2, $6
        FROM (SELECT id, row_number() OVER () AS place FROM sold) AS unit
          JOIN unnest($3::uuid[], $4::uuid[], $5::int[]) AS t (id, event_id, place) USING (place) RETURNING 1
      )
      SELECT repeat_unless(count(*) = cardinality($3)) FROM made`,
    values: [
      ...[orderId, holderId, made.map(({ id }) => id), made.map(({ eventId }) => eventId)],
      ...[made.map((_, index) => Math.floor(index / eventIds.length) + 1), now],
    ],
  });
  return made;
}

/**
 * Takes or gives validity to the tickets of all units that an order has, or of one; their generation is raised, so that no
 * code of before holds.
 */
export function setValid(tx: Tx, orderId: string, valid: boolean, unitId: string | null = null): Promise<UserTicket[]> {
  return tx.query<UserTicket>({
    name: 'user-tickets.valid',
    text: `UPDATE user_tickets t SET valid = $2, generation = generation + 1, version = version + 1
      WHERE t.order_id = $1 AND t.valid <> $2 AND ($3::uuid IS NULL OR t.unit_id = $3)
        AND t.unit_id IN (SELECT id FROM ticket_units WHERE order_id = $1) RETURNING ${COLUMNS}`,
    values: [orderId, valid, unitId],
  });
}

/** The tickets of an order, as they were bought. */
export function ofOrder(db: Queryable, orderId: string): Promise<UserTicket[]> {
  return db.query<UserTicket>({
    name: 'user-tickets.of-order',
    text: `SELECT ${COLUMNS} FROM user_tickets t WHERE t.order_id = $1 ORDER BY t.event_id, t.id`,
    values: [orderId],
  });
}

/** A ticket to an event, of any holder or none. */
export async function find(
  db: Queryable,
  { id, eventId }: { id: string; eventId: string },
): Promise<ShownTicket | undefined> {
  if (!isId(id) || !isId(eventId)) return undefined;
  const text = `${SHOWN} WHERE t.id = $1 AND t.event_id = $2`;
  const [row] = await db.query<ShownTicket>({ name: 'user-tickets.find', text, values: [id, eventId] });
  return row;
}

/** A ticket that exists, locked until the transaction ends. */
export async function lock(tx: Tx, id: string): Promise<UserTicket> {
  const text = `SELECT ${COLUMNS} FROM user_tickets t WHERE t.id = $1 FOR UPDATE`;
  const [row] = await tx.query<UserTicket>({ name: 'user-tickets.lock', text, values: [id] });
  if (!row) throw ticketNotFound();
  return row;
}

/** Puts a locked ticket into another hand, or into none; no code of before holds. */
export async function hand(tx: Tx, id: string, holderId: string | null): Promise<UserTicket> {
  const [row] = await tx.query<UserTicket>({
    name: 'user-tickets.hand',
    text: `UPDATE user_tickets t SET holder_id = $2, generation = generation + 1, version = version + 1
      WHERE t.id = $1 RETURNING ${COLUMNS}`,
    values: [id, holderId],
  });
  return row as UserTicket;
}

/** Tickets by their ids, of any holder or none. */
export function listByIds(db: Queryable, ids: readonly string[]): Promise<ShownTicket[]> {
  const text = `${SHOWN} WHERE t.id = ANY($1::uuid[])`;
  return db.query<ShownTicket>({ name: 'user-tickets.by-ids', text, values: [ids] });
}

/** A valid ticket that somebody has. */
export async function findHeld(
  db: Queryable,
  { id, eventId, holderId }: { id: string; eventId: string; holderId: string },
): Promise<ShownTicket | undefined> {
  if (!isId(id) || !isId(eventId)) return undefined;
  const [row] = await db.query<ShownTicket>({
    name: 'user-tickets.held',
    text: `${SHOWN} WHERE t.id = $1 AND t.event_id = $2 AND t.holder_id = $3 AND t.valid`,
    values: [id, eventId, holderId],
  });
  return row;
}

/** Where a page of groups begins: when the last event of the last festival shown ends. */
export type GroupKey = [latestEnd: string, festivalId: string];
export type Group = { festivalId: string; latestEnd: Date };

/**
 * The festivals that somebody has tickets of, by their latest end, descending: those with an event that has not ended, or
 * with one that has [TIC-01].
 */
export function listGroups(
  db: Queryable,
  {
    holderId,
    past,
    now,
    after,
    limit,
  }: {
    holderId: string;
    past: boolean;
    now: Date;
    after: GroupKey | undefined;
    limit: number;
  },
): Promise<Group[]> {
  return db.query<Group>({
    name: 'user-tickets.groups',
    text: `SELECT e.festival_id, max(e.end_time) AS latest_end
      FROM user_tickets t JOIN events e ON e.id = t.event_id
      WHERE t.holder_id = $1 AND t.valid GROUP BY e.festival_id
      HAVING bool_or((e.end_time < $3) = $2)
        AND ($4::timestamptz IS NULL OR (max(e.end_time), e.festival_id) < ($4, $5::uuid))
      ORDER BY max(e.end_time) DESC, e.festival_id DESC LIMIT $6`,
    values: [holderId, past, now, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** The tickets of somebody to events of these festivals that have ended, or that have not; what begins first is first. */
export function listIn(
  db: Queryable,
  { holderId, past, now, festivalIds }: { holderId: string; past: boolean; now: Date; festivalIds: readonly string[] },
): Promise<ShownTicket[]> {
  return db.query<ShownTicket>({
    name: 'user-tickets.in',
    text: `${SHOWN} WHERE t.holder_id = $1 AND t.valid AND (e.end_time < $3) = $2 AND e.festival_id = ANY($4::uuid[])
      ORDER BY e.start_time, t.id LIMIT 2000`,
    values: [holderId, past, now, festivalIds],
  });
}
