import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { TEAM_LIMITS, type TeamRoleName } from '@marquee/rules/organizations';
import type { TeamMember as Row } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { NAME } from '../people/people.ts';

/** What a member of the team may do: a MANAGER all but the team itself, a PROGRAMMER events, DOOR checks tickets. */
export type TeamRole = TeamRoleName;

/** A member of a team, or somebody who is invited to it. */
export type TeamMember = Omit<Row, 'role'> & { role: TeamRole; name: string };

/** The role of somebody in the team of an organization, if they have one. */
export async function roleOf(db: Queryable, festivalId: string, accountId: string): Promise<TeamRole | undefined> {
  const [row] = await db.query<{ role: TeamRole }>({
    name: 'team.roleOf',
    text: 'SELECT role FROM team_members WHERE festival_id = $1 AND account_id = $2 AND accepted_at IS NOT NULL',
    values: [festivalId, accountId],
  });
  return row?.role;
}

const MEMBER = `SELECT t.festival_id, t.account_id, t.role, t.added_by, t.added_at, t.accepted_at, ${NAME} AS name
  FROM team_members t LEFT JOIN people p ON p.id = t.account_id`;

/** The whole team with who is invited, by name. */
export async function list(db: Queryable, festivalId: string): Promise<TeamMember[]> {
  const text = `${MEMBER} WHERE t.festival_id = $1 ORDER BY name, t.account_id LIMIT $2`;
  return db.query<TeamMember>({ name: 'team.list', text, values: [festivalId, TEAM_LIMITS.membersMax] });
}

/** Somebody in a team or invited to it, if they are. */
export async function find(db: Queryable, festivalId: string, accountId: string): Promise<TeamMember | undefined> {
  if (!isId(accountId)) return undefined;
  const text = `${MEMBER} WHERE t.festival_id = $1 AND t.account_id = $2`;
  const [member] = await db.query<TeamMember>({ name: 'team.find', text, values: [festivalId, accountId] });
  return member;
}

/** How many are in a team or invited to it. */
export async function count(tx: Tx, festivalId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS n FROM team_members WHERE festival_id = $1';
  const [row] = await tx.query<{ n: number }>({ name: 'team.count', text, values: [festivalId] });
  return row?.n ?? 0;
}

type Invitation = { festivalId: string; accountId: string; role: TeamRole; addedBy: string; addedAt: Date };

export async function invite(tx: Tx, { festivalId, accountId, role, addedBy, addedAt }: Invitation): Promise<void> {
  await tx.query({
    name: 'team.invite',
    text: 'INSERT INTO team_members (festival_id, account_id, role, added_by, added_at) VALUES ($1, $2, $3, $4, $5)',
    values: [festivalId, accountId, role, addedBy, addedAt],
  });
}

export async function setRole(tx: Tx, festivalId: string, accountId: string, role: TeamRole): Promise<void> {
  const text = 'UPDATE team_members SET role = $3 WHERE festival_id = $1 AND account_id = $2';
  await tx.query({ name: 'team.setRole', text, values: [festivalId, accountId, role] });
}

export async function accept(tx: Tx, festivalId: string, accountId: string, now: Date): Promise<void> {
  const text = 'UPDATE team_members SET accepted_at = $3 WHERE festival_id = $1 AND account_id = $2';
  await tx.query({ name: 'team.accept', text, values: [festivalId, accountId, now] });
}

export async function remove(tx: Tx, festivalId: string, accountId: string): Promise<void> {
  const text = 'DELETE FROM team_members WHERE festival_id = $1 AND account_id = $2';
  await tx.query({ name: 'team.remove', text, values: [festivalId, accountId] });
}

/** What somebody is invited to and has not answered, the newest first. */
export async function invitationsOf(
  db: Queryable,
  accountId: string,
): Promise<{ festivalId: string; role: TeamRole; addedAt: Date }[]> {
  return db.query({
    name: 'team.invitationsOf',
    text: `SELECT festival_id, role, added_at FROM team_members
      WHERE account_id = $1 AND accepted_at IS NULL ORDER BY added_at DESC, festival_id LIMIT $2`,
    values: [accountId, TEAM_LIMITS.invitationsShownMax],
  });
}
