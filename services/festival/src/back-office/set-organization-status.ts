import { CONTRACT_YEARS, ORGANIZATION_STATUSES } from '@marquee/rules/organizations';
import { REQUEST_MESSAGES } from '@marquee/rules/request-messages';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { contractYearsMissing, withoutDirector } from '../organizations/organization-errors.ts';
import { requireVersion } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import { saveOrganization } from '../organizations/save-organization.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import * as agreements from './agreements.ts';
import { type AnyOrganization, readAny } from './any-organization.ts';
import { directorPlan } from './director-plan-client.ts';

export const setOrganizationStatusSchema = z.object({
  festivalId: z.string(),
  status: z.enum(ORGANIZATION_STATUSES, REQUEST_MESSAGES.choiceUnknown),
  organizationDirectorContractYears: z.int32(),
  /** 0n: whatever the version is. */
  expectedVersion: z.bigint(),
});

type SetStatus = z.output<typeof setOrganizationStatusSchema>;

/** Whether the director needs a contract: where plans are sold, and they are in no trial of a yearly Pro plan [ADO-04]. */
export async function needsContract(
  { db, plans, log }: FestivalResources,
  _viewer: AccountViewer,
  { festivalId, status }: SetStatus,
): Promise<boolean> {
  if (status !== 'ACTIVE') return false;
  const { directorId: accountId } = await organizations.get(db, festivalId);
  if (!accountId) return true;
  try {
    const { sold, yearlyProTrial } = await directorPlan(plans, accountId);
    return sold && !yearlyProTrial;
  } catch (err) {
    // A contract that was not needed does no harm.
    log.warn({ err }, 'the plan of a director is not known: a contract is asked for');
    return true;
  }
}

/** The Enabled switch: an organization is enabled with a contract of its director, where they need one [ADO-04]. */
export async function setOrganizationStatus(
  write: FestivalWrite,
  viewer: AccountViewer,
  { festivalId, status, organizationDirectorContractYears: years, ...input }: SetStatus,
  isContractNeeded: boolean,
): Promise<AnyOrganization> {
  const { tx } = write;
  const organization = await organizations.lock(tx, festivalId);
  requireVersion(organization, input.expectedVersion);
  if (status !== organization.status) {
    if (status === 'ACTIVE') {
      const { id, directorId } = organization;
      if (!directorId) throw withoutDirector();
      // A contract that was asked for stays asked for, although its director needs none.
      if (isContractNeeded || years !== 0) await agree(write, viewer, { festivalId: id, directorId }, years);
    }
    const kind = status === 'ACTIVE' ? 'ENABLED' : 'DISABLED';
    await saveOrganization(write, organization, { status }, { kind, actorId: viewer.accountId });
  }
  return readAny(tx, organization.id);
}

async function agree(
  { tx, clock }: FestivalWrite,
  viewer: AccountViewer,
  { festivalId, directorId }: { festivalId: string; directorId: string },
  yearsOfContract: number,
): Promise<void> {
  if (yearsOfContract < CONTRACT_YEARS.min || yearsOfContract > CONTRACT_YEARS.max) throw contractYearsMissing();
  const createdAt = clock.now();
  const expirationDate = new Date(createdAt);
  expirationDate.setUTCFullYear(expirationDate.getUTCFullYear() + yearsOfContract);
  await agreements.insert(tx, {
    ...{ festivalId, directorId, yearsOfContract, expirationDate, createdAt },
    createdBy: viewer.accountId,
  });
}
