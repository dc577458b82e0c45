import * as payouts from '@marquee/payments/payouts';
import { staffReasonSchema } from '@marquee/rules/back-office';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as calls from '../calls/calls.ts';
import * as actions from '../organizations/organization-actions.ts';
import { hasAnnouncedEvents, hasOpenedCalls } from '../organizations/organization-errors.ts';
import { organizationChanged, organizationPicturesChanged } from '../organizations/organization-events.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalWrite } from '../resources.ts';

export const deleteOrganizationSchema = z.object({ festivalId: z.string(), reason: staffReasonSchema });

/** Deletes an organization; its history stays. One that announced events or opened calls is disabled instead [ADO-01]. */
export async function deleteOrganization(
  { tx, clock, emit, touch }: FestivalWrite,
  viewer: AccountViewer,
  { festivalId, reason }: z.output<typeof deleteOrganizationSchema>,
): Promise<void> {
  const organization = await organizations.lock(tx, festivalId);
  if (await organizations.hasAnnouncedEvents(tx, festivalId)) throw hasAnnouncedEvents();
  if (await calls.anyOpened(tx, festivalId)) throw hasOpenedCalls();
  await payouts.removeAccount(tx, festivalId);
  await organizations.remove(tx, festivalId);
  const changes = [{ field: 'name', before: organization.name, after: '' }];
  const action = { festivalId, kind: 'DELETED', actorId: viewer.accountId } as const;
  await actions.append(tx, { ...action, changes, reason, now: clock.now() });
  const removed = { ...organization, version: organization.version + 1n };
  await emit(organizationPicturesChanged(removed, []));
  await emit(organizationChanged(removed));
  touch('organization', removed);
}
