import { Permission, permits } from '@marquee/contracts/permissions';
import type { Viewer } from '@marquee/runtime/viewer';
import * as team from '../team/team.ts';
import { organizationChangedSince, organizationNotYours } from './organization-errors.ts';
import type { Organization, Queryable } from './organizations.ts';

type Directed = Pick<Organization, 'id' | 'directorId'>;

/** The director, and what members of the team are. */
export type Standing = 'DIRECTOR' | team.TeamRole;

/** What somebody is to an organization; undefined for a stranger. Staff who manage festivals count as its director. */
export async function standingOf(
  db: Queryable,
  viewer: Viewer,
  { id, directorId }: Directed,
): Promise<Standing | undefined> {
  if (viewer.kind !== 'account') return undefined;
  const { accountId, roles } = viewer;
  if (accountId === directorId || permits(roles, Permission.MANAGE_FESTIVALS)) return 'DIRECTOR';
  return team.roleOf(db, id, accountId);
}

/**
 * The viewer directs the organization, is staff, or has one of the roles in its team.
 *
 * @throws DomainError FORBIDDEN, ORGANIZATION_NOT_YOURS
 */
export async function requireStanding(
  db: Queryable,
  viewer: Viewer,
  organization: Directed,
  ...roles: readonly team.TeamRole[]
): Promise<void> {
  const standing = await standingOf(db, viewer, organization);
  if (standing === 'DIRECTOR' || roles.some((role) => role === standing)) return;
  throw organizationNotYours();
}

/** The version that somebody changed is the one that is there; 0n: whatever it is. @throws DomainError ORGANIZATION_CHANGED */
export function requireVersion({ version }: Pick<Organization, 'version'>, expectedVersion: bigint): void {
  if (expectedVersion !== 0n && expectedVersion !== version) throw organizationChangedSince(version);
}
