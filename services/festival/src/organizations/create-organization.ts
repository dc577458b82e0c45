import { newId } from '@marquee/data/ids';
import { ORGANIZATION_LIMITS, organizationSchema } from '@marquee/rules/organizations';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import { tooManyOrganizations, urlTaken } from './organization-errors.ts';
import { organizationChanged } from './organization-events.ts';
import * as organizations from './organizations.ts';

export const createOrganizationSchema = organizationSchema;

/** Founds an organization that its maker directs. It is shown to others once staff enable it [ADO-04]. */
export async function createOrganization(
  { tx, clock, emit }: FestivalWrite,
  { accountId }: AccountViewer,
  { url, ...fields }: z.output<typeof createOrganizationSchema>,
): Promise<organizations.NamedOrganization> {
  // Two at once of one person are counted one after the other.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('organizations of ' || $1, 0))", [accountId]);
  const directed = await organizations.countDirectedBy(tx, accountId);
  if (directed >= ORGANIZATION_LIMITS.perDirectorMax) throw tooManyOrganizations();
  const id = newId();
  if (url !== '' && (await organizations.isUrlTaken(tx, url, id))) throw urlTaken();
  const organization = await organizations.insert(tx, {
    ...{ id, ...fields, url: url || null, status: 'INACTIVE' },
    ...{ directorId: accountId, createdBy: accountId, createdAt: clock.now() },
  });
  await emit(organizationChanged(organization));
  return organizations.get(tx, id);
}
