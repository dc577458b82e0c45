import type { Queryable } from './organizations.ts';

/** What a member of the team may do: a MANAGER all but the team itself, a PROGRAMMER events, DOOR checks tickets. */
export const TEAM_ROLES = ['MANAGER', 'PROGRAMMER', 'DOOR'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** The role of somebody in the team of an organization, if they have one. */
export async function roleOf(db: Queryable, festivalId: string, accountId: string): Promise<TeamRole | undefined> {
  const [row] = await db.query<{ role: TeamRole }>({
    name: 'team.roleOf',
    text: 'SELECT role FROM team_members WHERE festival_id = $1 AND account_id = $2',
    values: [festivalId, accountId],
  });
  return row?.role;
}
