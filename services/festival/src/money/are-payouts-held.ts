import type { Queryable } from '../organizations/organizations.ts';

/** Whether payouts of an organization wait: it is not ACTIVE, or its director is suspended or gone [FES-06]. */
export async function arePayoutsHeld(db: Queryable, festivalId: string): Promise<boolean> {
  const rows = await db.query({
    name: 'organizations.pays-out',
    text: `SELECT FROM organizations o
      WHERE o.id = $1 AND o.status = 'ACTIVE' AND o.director_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM suspended_accounts s WHERE s.id = o.director_id AND s.suspended)`,
    values: [festivalId],
  });
  return rows.length === 0;
}
