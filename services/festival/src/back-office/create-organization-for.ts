import { organizationSchema } from '@marquee/rules/organizations';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { foundOrganization } from '../organizations/found-organization.ts';
import { personUnknown } from '../organizations/organization-errors.ts';
import * as people from '../people/people.ts';
import type { FestivalWrite } from '../resources.ts';
import { type AnyOrganization, readAny } from './any-organization.ts';

export const createOrganizationForSchema = organizationSchema.extend({ directorId: z.string() });

/** Founds an organization that somebody else directs [ADO-01]. */
export async function createOrganizationFor(
  write: FestivalWrite,
  { accountId }: AccountViewer,
  { directorId, ...fields }: z.output<typeof createOrganizationForSchema>,
): Promise<AnyOrganization> {
  if ((await people.unknownAmong(write.tx, [directorId])).length > 0) throw personUnknown('directorId');
  const { id } = await foundOrganization(write, fields, { directorId, createdBy: accountId });
  return readAny(write.tx, id);
}
