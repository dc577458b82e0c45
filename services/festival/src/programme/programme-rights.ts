import type { Viewer } from '@marquee/runtime/viewer';
import { requireStanding } from '../organizations/organization-rights.ts';
import type { Queryable } from '../organizations/organizations.ts';
import * as organizations from '../organizations/organizations.ts';

/** An organization whose programme the viewer may change. @throws DomainError FORBIDDEN, ORGANIZATION_NOT_YOURS */
export async function requireProgrammer(
  db: Queryable,
  viewer: Viewer,
  festivalId: string,
): Promise<organizations.NamedOrganization> {
  const organization = await organizations.get(db, festivalId);
  await requireStanding(db, viewer, organization, 'MANAGER', 'PROGRAMMER');
  return organization;
}
