import { CONTRACT_YEARS, ORGANIZATION_STATUSES } from '@marquee/rules/organizations';
import { REQUEST_MESSAGES } from '@marquee/rules/request-messages';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { contractYearsMissing, withoutDirector } from '../organizations/organization-errors.ts';
import { requireVersion } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import { saveOrganization } from '../organizations/save-organization.ts';
import type { FestivalWrite } from '../resources.ts';
import * as agreements from './agreements.ts';
import { type AnyOrganization, readAny } from './any-organization.ts';

export const setOrganizationStatusSchema = z.object({
  festivalId: z.string(),
  status: z.enum(ORGANIZATION_STATUSES, REQUEST_MESSAGES.choiceUnknown),
  organizationDirectorContractYears: z.int32(),
  /** 0n: whatever the version is. */
  expectedVersion: z.bigint(),
});

/**
 * The Enabled switch: an organization is enabled with a contract of its director. Nobody has a yearly subscription yet
 * that would take the place of the contract [ADO-04].
 */
export async function setOrganizationStatus(
  write: FestivalWrite,
  viewer: AccountViewer,
  {
    festivalId,
    status,
    organizationDirectorContractYears: years,
    ...input
  }: z.output<typeof setOrganizationStatusSchema>,
): Promise<AnyOrganization> {
  const { tx } = write;
  const organization = await organizations.lock(tx, festivalId);
  requireVersion(organization, input.expectedVersion);
  if (status !== organization.status) {
    if (status === 'ACTIVE') await agree(write, viewer, organization, years);
    const kind = status === 'ACTIVE' ? 'ENABLED' : 'DISABLED';
    await saveOrganization(write, organization, { status }, { kind, actorId: viewer.accountId });
  }
  return readAny(tx, organization.id);
}

async function agree(
  { tx, clock }: FestivalWrite,
  viewer: AccountViewer,
  { id: festivalId, directorId }: organizations.Organization,
  yearsOfContract: number,
): Promise<void> {
  if (!directorId) throw withoutDirector();
  if (yearsOfContract < CONTRACT_YEARS.min || yearsOfContract > CONTRACT_YEARS.max) throw contractYearsMissing();
  const createdAt = clock.now();
  const expirationDate = new Date(createdAt);
  expirationDate.setUTCFullYear(expirationDate.getUTCFullYear() + yearsOfContract);
  await agreements.insert(tx, {
    ...{ festivalId, directorId, yearsOfContract, expirationDate, createdAt },
    createdBy: viewer.accountId,
  });
}
