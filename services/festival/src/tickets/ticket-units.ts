import type { Tx } from '@marquee/data/database';
import type { Queryable } from '../organizations/organizations.ts';

/** Adds units to a type. */
export async function add(tx: Tx, typeId: string, n: number): Promise<void> {
  await tx.query({
    name: 'ticket-units.add',
    text: 'INSERT INTO ticket_units (id, type_id) SELECT gen_random_uuid(), $1 FROM generate_series(1, $2::int)',
    values: [typeId, n],
  });
}

/** Removes free units; tells how many. What somebody is just taking is not free. */
export async function remove(tx: Tx, typeId: string, n: number): Promise<number> {
  const rows = await tx.query({
    name: 'ticket-units.remove',
    text: `DELETE FROM ticket_units WHERE id = ANY(ARRAY(
      SELECT id FROM ticket_units WHERE type_id = $1 AND order_id IS NULL AND wait_id IS NULL LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1`,
    values: [typeId, n],
  });
  return rows.length;
}

/**
 * Takes up to a number of free units for an order, or of those that are kept for a place of the waiting list, without waiting
 * for anybody; tells how many it got.
 */
export async function claim(
  tx: Tx,
  { id: orderId, typeId, quantity, waitId }: { id: string; typeId: string; quantity: number; waitId: string | null },
): Promise<number> {
  const rows = await tx.query({
    name: 'ticket-units.claim',
    text: `UPDATE ticket_units SET order_id = $2 WHERE id = ANY(ARRAY(
      SELECT id FROM ticket_units WHERE type_id = $1 AND order_id IS NULL AND wait_id IS NOT DISTINCT FROM $4::uuid LIMIT $3 FOR UPDATE SKIP LOCKED)) RETURNING 1`,
    values: [typeId, orderId, quantity, waitId],
  });
  return rows.length;
}

/** The units of an order are for others again: all of them, or one. */
export async function free(tx: Tx, orderId: string, unitId: string | null = null): Promise<void> {
  const text = `UPDATE ticket_units SET order_id = NULL, sold = false
    WHERE order_id = $1 AND ($2::uuid IS NULL OR id = $2)`;
  await tx.query({ name: 'ticket-units.free', text, values: [orderId, unitId] });
}

/** How many units of a type nobody has. */
export async function countFree(db: Queryable, typeId: string): Promise<number> {
  const text =
    'SELECT count(*)::int AS n FROM ticket_units WHERE type_id = $1 AND order_id IS NULL AND wait_id IS NULL';
  const [row] = await db.query<{ n: number }>({ name: 'ticket-units.free-count', text, values: [typeId] });
  return row?.n ?? 0;
}
