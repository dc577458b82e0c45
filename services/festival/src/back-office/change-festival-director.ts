import * as payouts from '@marquee/payments/payouts';
import { staffReasonSchema } from '@marquee/rules/back-office';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { endScreeningsOf } from '../judging/end-screenings.ts';
import { requireRoomToDirect } from '../organizations/found-organization.ts';
import { directsAlready, personUnknown } from '../organizations/organization-errors.ts';
import { requireVersion } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import { saveOrganization } from '../organizations/save-organization.ts';
import * as people from '../people/people.ts';
import type { FestivalWrite } from '../resources.ts';
import * as team from '../team/team.ts';
import { type AnyOrganization, readAny } from './any-organization.ts';

export const changeFestivalDirectorSchema = z.object({
  ...{ festivalId: z.string(), directorId: z.string(), reason: staffReasonSchema },
  /** 0n: whatever the version is. */
  expectedVersion: z.bigint(),
});

/** Gives an organization to another director [ADO-03]. */
export async function changeFestivalDirector(
  write: FestivalWrite,
  viewer: AccountViewer,
  { festivalId, directorId, reason, expectedVersion }: z.output<typeof changeFestivalDirectorSchema>,
): Promise<AnyOrganization> {
  const { tx } = write;
  const organization = await organizations.lock(tx, festivalId);
  requireVersion(organization, expectedVersion);
  if (directorId === organization.directorId) throw directsAlready();
  if ((await people.unknownAmong(tx, [directorId])).length > 0) throw personUnknown('directorId');
  await requireRoomToDirect(tx, directorId);
  // A director stands in no team of their own.
  await team.remove(tx, organization.id, directorId);
  const { directorId: before } = organization;
  if (before !== null) await endScreeningsOf(write, { accountId: before, festivalId: organization.id, callId: null });
  // Its payouts went to an account of the one before.
  await payouts.removeAccount(tx, organization.id);
  const facts = { kind: 'DIRECTOR_CHANGED', actorId: viewer.accountId, reason } as const;
  await saveOrganization(write, organization, { directorId }, facts);
  return readAny(tx, organization.id);
}
