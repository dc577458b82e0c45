import { ORGANIZATION_MONEY_MESSAGES } from '@marquee/rules/organization-money';
import { forbidden } from '@marquee/runtime/errors';
import type { AccountViewer, Viewer } from '@marquee/runtime/viewer';
import { requireStanding } from '../organizations/organization-rights.ts';
import type { NamedOrganization, Queryable } from '../organizations/organizations.ts';
import * as organizations from '../organizations/organizations.ts';

/**
 * The organization, for who sees its money: its director, the managers of its team, and staff.
 *
 * @throws DomainError NOT_FOUND; FORBIDDEN, ORGANIZATION_NOT_YOURS
 */
export async function organizationWithMoney(
  db: Queryable,
  viewer: Viewer,
  festivalId: string,
): Promise<NamedOrganization> {
  const organization = await organizations.get(db, festivalId);
  await requireStanding(db, viewer, organization, 'MANAGER');
  return organization;
}

/**
 * The organization, for who says where its money goes: its director alone, no staff either.
 *
 * @throws DomainError NOT_FOUND; FORBIDDEN, ORGANIZATION_NOT_YOURS or DIRECTOR_NEEDED
 */
export async function organizationToPay(
  db: Queryable,
  viewer: AccountViewer,
  festivalId: string,
): Promise<NamedOrganization> {
  const organization = await organizationWithMoney(db, viewer, festivalId);
  if (organization.directorId !== viewer.accountId) {
    throw forbidden('DIRECTOR_NEEDED', ORGANIZATION_MONEY_MESSAGES.directorNeeded);
  }
  return organization;
}
