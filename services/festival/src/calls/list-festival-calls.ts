import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { festivalIdSchema } from '../organizations/get-organization.ts';
import { requireStanding, standingOf } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalResources } from '../resources.ts';
import * as calls from './calls.ts';
import { takesSubmissions } from './takes-submissions.ts';

export type CallsDesk = { calls: calls.DeskCall[]; canManage: boolean; takesSubmissions: boolean };

/** All calls of an organization, for those who work on them and staff [FES-06] [ADO-02]. */
export async function listFestivalCalls(
  { db }: FestivalResources,
  viewer: AccountViewer,
  { festivalId }: z.output<typeof festivalIdSchema>,
): Promise<CallsDesk> {
  const organization = await organizations.get(db, festivalId);
  await requireStanding(db, viewer, organization, 'MANAGER', 'PROGRAMMER');
  const standing = await standingOf(db, viewer, organization);
  return {
    calls: await calls.listOf(db, organization.id),
    canManage: standing === 'DIRECTOR' || standing === 'MANAGER',
    takesSubmissions: takesSubmissions(organization.type),
  };
}
