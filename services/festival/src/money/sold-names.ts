import type { Line } from '@marquee/payments/earnings';
import type { Queryable } from '../organizations/organizations.ts';
import { SOURCES } from '../tallies/tallies.ts';

/** What was sold by the orders of lines: the name of an event, a pass or a call. */
export async function namesOfSold(
  db: Queryable,
  lines: readonly Pick<Line, 'orderId'>[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; name: string | null }>({
    name: 'sold-names.of-orders',
    text: `SELECT o.id, s.name FROM (
        SELECT id, type_id AS subject_id FROM ticket_orders WHERE id = ANY($1::uuid[])
        UNION ALL SELECT id, call_id FROM submissions WHERE id = ANY($1::uuid[])
      ) o JOIN LATERAL (SELECT x.name FROM (${SOURCES}) x WHERE x.subject_id = o.subject_id) s ON true`,
    values: [lines.flatMap(({ orderId }) => orderId ?? [])],
  });
  return new Map(rows.map(({ id, name }) => [id, name ?? '']));
}
