import type { Queryable } from '../organizations/organizations.ts';

const NAMES = `
  SELECT e.id, e.name FROM events e WHERE e.id = ANY($1::uuid[])
  UNION ALL
  SELECT o.id, o.name FROM organizations o WHERE o.id = ANY($1::uuid[])
  UNION ALL
  SELECT t.id, CASE WHEN count(*) = 1 THEN min(e.name) ELSE min(o.name) END
  FROM ticket_orders t JOIN ticket_type_events te ON te.type_id = t.type_id
    JOIN events e ON e.id = te.event_id JOIN organizations o ON o.id = e.festival_id
  WHERE t.id = ANY($1::uuid[]) GROUP BY t.id`;

/** The names of events, of organizations, and of what orders of tickets are for, by id. */
export async function find(db: Queryable, ids: readonly string[]): Promise<Record<string, string>> {
  const rows = await db.query<{ id: string; name: string }>({ name: 'subject-names.find', text: NAMES, values: [ids] });
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}
