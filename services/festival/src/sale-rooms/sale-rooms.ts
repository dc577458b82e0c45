import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { Queryable } from '../organizations/organizations.ts';

/** A waiting room, with when the first ticket is sold; null while nothing is on sale, now or later. */
export type SaleRoom = { eventId: string; seed: Buffer; opensAt: Date | null };

const SEED_BYTES = 32;

const SELECT = `
  SELECT r.event_id, r.seed, (SELECT min(coalesce(t.sale_start, t.created_at))
    FROM ticket_types t JOIN ticket_type_events te ON te.type_id = t.id
    WHERE te.event_id = r.event_id AND NOT t.withdrawn AND (t.sale_end IS NULL OR t.sale_end > $2)) AS opens_at
  FROM sale_rooms r`;

/** The waiting room of an event, if it has one. */
export async function find(db: Queryable, eventId: string, now: Date): Promise<SaleRoom | undefined> {
  if (!isId(eventId)) return undefined;
  const [row] = await db.query<SaleRoom>({
    name: 'sale-rooms.find',
    text: `${SELECT} WHERE r.event_id = $1`,
    values: [eventId, now],
  });
  return row;
}

/** Makes the waiting room of an event with a new seed; one that is there stays as it is. */
export async function insert(tx: Tx, eventId: string, now: Date): Promise<void> {
  await tx.query('INSERT INTO sale_rooms (event_id, seed, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    eventId,
    randomBytes(SEED_BYTES),
    now,
  ]);
}

export async function remove(tx: Tx, eventId: string): Promise<void> {
  await tx.query('DELETE FROM sale_rooms WHERE event_id = $1', [eventId]);
}

/**
 * What is on sale now for an event: units that nobody has, and units that are held. What is kept for somebody who waits
 * returns to the waiting list, not to the room.
 */
export async function countUnits(db: Queryable, eventId: string, now: Date): Promise<{ free: number; held: number }> {
  const [row] = await db.query<{ free: number; held: number }>({
    name: 'sale-rooms.units',
    text: `SELECT
        count(*) FILTER (WHERE u.order_id IS NULL AND u.wait_id IS NULL AND NOT EXISTS (
          SELECT FROM ticket_waits w WHERE w.type_id = t.id AND w.state = 'WAITING'))::int AS free,
        count(*) FILTER (WHERE u.order_id IS NOT NULL AND u.wait_id IS NULL)::int AS held
      FROM ticket_types t JOIN ticket_type_events te ON te.type_id = t.id
        JOIN ticket_units u ON u.type_id = t.id AND NOT u.sold
      WHERE te.event_id = $1 AND NOT t.withdrawn AND (t.sale_start IS NULL OR t.sale_start <= $2)
        AND (t.sale_end IS NULL OR t.sale_end > $2)`,
    values: [eventId, now],
  });
  return row ?? { free: 0, held: 0 };
}

/** Whether `countUnits` finds none, without counting. */
export async function isSoldOut(db: Queryable, eventId: string, now: Date): Promise<boolean> {
  const unit = (is: string) => `EXISTS (SELECT FROM ticket_type_events te JOIN ticket_types t ON t.id = te.type_id
        JOIN ticket_units u ON u.type_id = t.id
      WHERE te.event_id = $1 AND NOT t.withdrawn AND (t.sale_start IS NULL OR t.sale_start <= $2)
        AND (t.sale_end IS NULL OR t.sale_end > $2) AND u.wait_id IS NULL AND ${is})`;
  const free = `u.order_id IS NULL AND NOT EXISTS (
        SELECT FROM ticket_waits w WHERE w.type_id = t.id AND w.state = 'WAITING')`;
  const [row] = await db.query<{ soldOut: boolean }>({
    name: 'sale-rooms.sold-out',
    text: `SELECT NOT (${unit(free)} OR ${unit('u.order_id IS NOT NULL AND NOT u.sold')}) AS sold_out`,
    values: [eventId, now],
  });
  return row?.soldOut ?? false;
}

const ORDERED_MAX = 5_000;

/** Accounts that have opened orders of an event's tickets since then, the latest last. */
export async function listOrdered(db: Queryable, eventId: string, since: Date): Promise<string[]> {
  const rows = await db.query<{ accountId: string }>({
    name: 'sale-rooms.ordered',
    text: `SELECT o.account_id FROM ticket_orders o JOIN ticket_type_events te ON te.type_id = o.type_id
      WHERE te.event_id = $1 AND o.created_at >= $2 AND o.account_id IS NOT NULL
      GROUP BY 1 ORDER BY max(o.created_at) LIMIT ${ORDERED_MAX}`,
    values: [eventId, since],
  });
  return rows.map(({ accountId }) => accountId);
}

export const seedHash = (seed: Uint8Array): string => createHash('sha256').update(seed).digest('hex');
