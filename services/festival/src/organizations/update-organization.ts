import { updateOrganizationSchema } from '@marquee/rules/organizations';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import { urlTaken } from './organization-errors.ts';
import { requireStanding, requireVersion } from './organization-rights.ts';
import * as organizations from './organizations.ts';
import { saveOrganization } from './save-organization.ts';

export const updateOrganizationRequestSchema = updateOrganizationSchema.extend({
  festivalId: z.string(),
  /** 0n: whatever the version is. */
  expectedVersion: z.bigint(),
});

/** Changes what an organization says of itself; one that moved on is not overwritten [ADO-03]. */
export async function updateOrganization(
  write: FestivalWrite,
  viewer: AccountViewer,
  { festivalId, expectedVersion, url, ...fields }: z.output<typeof updateOrganizationRequestSchema>,
): Promise<organizations.NamedOrganization> {
  const { tx } = write;
  const organization = await organizations.lock(tx, festivalId);
  await requireStanding(tx, viewer, organization, 'MANAGER');
  requireVersion(organization, expectedVersion);
  if (url && (await organizations.isUrlTaken(tx, url, organization.id))) throw urlTaken();
  const given = Object.entries({ ...fields, url: url === undefined ? undefined : url || null });
  const changes = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return saveOrganization(write, organization, changes, { kind: 'EDITED', actorId: viewer.accountId });
}
