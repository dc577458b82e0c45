import { isStaff, type Viewer } from '@marquee/runtime/viewer';
import { organizationNotYours } from './organization-errors.ts';
import type { Organization, Queryable } from './organizations.ts';
import * as team from './team.ts';

type Directed = Pick<Organization, 'id' | 'directorId'>;

/** What somebody is to an organization; undefined for a stranger. Staff count as its director. */
export async function standingOf(
  db: Queryable,
  viewer: Viewer,
  { id, directorId }: Directed,
): Promise<'DIRECTOR' | team.TeamRole | undefined> {
  if (viewer.kind !== 'account') return undefined;
  const { accountId } = viewer;
  if (accountId === directorId || isStaff(viewer)) return 'DIRECTOR';
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
