import type { Tx } from '@marquee/data/database';
import type { TicketScan } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';

export type { TicketScan };
/** A scan with where it was made. */
export type ShownScan = Pick<TicketScan, 'id' | 'number' | 'userTicketId' | 'generation' | 'scannedAt' | 'doorId'> & {
  doorName: string;
};
/** A scan that is to be kept, without its place. */
export type ScanRow = Omit<TicketScan, 'number' | 'eventId' | 'doorId' | 'receivedAt'>;

const SHOWN = `SELECT s.id, s.number, s.user_ticket_id, s.generation, s.scanned_at, s.door_id, d.name AS door_name
  FROM ticket_scans s JOIN doors d ON d.id = s.door_id`;

/** Of these ids, those of scans that are kept already. */
export async function keptAmong(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const text = 'SELECT id FROM ticket_scans WHERE id = ANY($1::uuid[])';
  const rows = await tx.query<{ id: string }>({ name: 'scans.kept', text, values: [ids] });
  return new Set(rows.map(({ id }) => id));
}

/** Whether a door has let somebody in with one of these tickets. */
export async function isAnyUsed(tx: Tx, ticketIds: readonly string[]): Promise<boolean> {
  const text = 'SELECT 1 FROM ticket_scans WHERE user_ticket_id = ANY($1::uuid[]) LIMIT 1';
  return (await tx.query({ name: 'scans.used', text, values: [ticketIds] })).length > 0;
}

/** Keeps scans in this order, with the numbers after `last`. The log of their event is locked. */
export async function insertAll(
  tx: Tx,
  { eventId, doorId, last, now }: { eventId: string; doorId: string; last: bigint; now: Date },
  rows: readonly ScanRow[],
): Promise<void> {
  await tx.query({
    name: 'scans.insert',
    text: `INSERT INTO ticket_scans
        (id, event_id, number, door_id, user_ticket_id, generation, scanned_at, door_time, received_at)
      SELECT u.id, $1, $3::bigint + u.place, $2, u.ticket, u.generation, u.scanned_at, u.door_time, $4
      FROM unnest($5::uuid[], $6::uuid[], $7::int[], $8::timestamptz[], $9::timestamptz[])
        WITH ORDINALITY u (id, ticket, generation, scanned_at, door_time, place)`,
    values: [
      ...[eventId, doorId, last, now],
      ...[rows.map(({ id }) => id), rows.map(({ userTicketId }) => userTicketId)],
      ...[rows.map(({ generation }) => generation), rows.map(({ scannedAt }) => scannedAt)],
      rows.map(({ doorTime }) => doorTime),
    ],
  });
}

/** Scans of an event after a number, in their order. */
export function listAfter(db: Queryable, eventId: string, after: bigint, limit: number): Promise<ShownScan[]> {
  return db.query<ShownScan>({
    name: 'scans.after',
    text: `${SHOWN} WHERE s.event_id = $1 AND s.number > $2 ORDER BY s.number LIMIT $3`,
    values: [eventId, after, limit],
  });
}

/** How many tickets were let in, how many of them more than once, and how many valid tickets there are. */
export async function countsOf(
  db: Queryable,
  eventId: string,
): Promise<{ admitted: number; conflictCount: number; tickets: number }> {
  const [row] = await db.query<{ admitted: number; conflictCount: number; tickets: number }>({
    name: 'scans.counts',
    text: `SELECT count(*)::int AS admitted, count(*) FILTER (WHERE n > 1)::int AS conflict_count,
        (SELECT count(*)::int FROM user_tickets t WHERE t.event_id = $1 AND t.valid) AS tickets
      FROM (SELECT count(*) AS n FROM ticket_scans s WHERE s.event_id = $1 GROUP BY s.user_ticket_id) by_ticket`,
    values: [eventId],
  });
  return row ?? { admitted: 0, conflictCount: 0, tickets: 0 };
}

export type ConflictScan = ShownScan & { ticketTypeName: string };

/** Scans of tickets that were let in more than once: the latest tickets first, the first scan of each first. */
export function conflictsOf(db: Queryable, eventId: string, ticketsMax: number): Promise<ConflictScan[]> {
  return db.query<ConflictScan>({
    name: 'scans.conflicts',
    text: `WITH twice AS (
        SELECT user_ticket_id, max(number) AS latest FROM ticket_scans WHERE event_id = $1
        GROUP BY user_ticket_id HAVING count(*) > 1 ORDER BY max(number) DESC LIMIT $2)
      SELECT s.id, s.number, s.user_ticket_id, s.generation, s.scanned_at, s.door_id, d.name AS door_name,
        y.name AS ticket_type_name
      FROM twice JOIN ticket_scans s ON s.user_ticket_id = twice.user_ticket_id AND s.event_id = $1
        JOIN doors d ON d.id = s.door_id JOIN user_tickets t ON t.id = s.user_ticket_id
        JOIN ticket_orders o ON o.id = t.order_id JOIN ticket_types y ON y.id = o.type_id
      ORDER BY twice.latest DESC, s.user_ticket_id, s.scanned_at, s.id`,
    values: [eventId, ticketsMax],
  });
}
