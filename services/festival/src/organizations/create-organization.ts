import { organizationSchema } from '@marquee/rules/organizations';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import { foundOrganization } from './found-organization.ts';
import type * as organizations from './organizations.ts';

export const createOrganizationSchema = organizationSchema;

/** Founds an organization that its maker directs. It is shown to others once staff enable it [ADO-04]. */
export async function createOrganization(
  write: FestivalWrite,
  { accountId }: AccountViewer,
  fields: z.output<typeof createOrganizationSchema>,
): Promise<organizations.NamedOrganization> {
  return foundOrganization(write, fields, { directorId: accountId, createdBy: accountId });
}
