import { isId } from '@marquee/data/ids';
import { staffReasonSchema } from '@marquee/rules/back-office';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as auditLog from '../audit/audit-log.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { announce } from '../session/end-own-session.ts';
import * as sessions from '../session/sessions.ts';
import { recordNotFound } from './back-office-errors.ts';
import { accountIdSchema, getUser, lockUser } from './get-user.ts';
import { requireManageable } from './staff-rights.ts';

export const deviceSchema = accountIdSchema.extend({ deviceId: z.string() });

type Reading = Pick<IdentityResources, 'prisma' | 'clock' | 'settings'>;

/** The browsers in which a user is signed in [ADU-06]. */
export async function listUserDevices(
  resources: Reading,
  viewer: AccountViewer,
  { accountId }: z.output<typeof accountIdSchema>,
): Promise<sessions.Session[]> {
  await getUser(resources, viewer, { accountId });
  return sessions.listRunning(resources.prisma, accountId, resources.clock.now());
}

/** @throws DomainError NOT_FOUND, RECORD_NOT_FOUND */
export async function getUserDevice(
  { prisma, clock }: Reading,
  _viewer: AccountViewer,
  { accountId, deviceId: id }: z.output<typeof deviceSchema>,
): Promise<sessions.Session> {
  const isNamed = isId(accountId) && isId(id);
  const session = isNamed ? await sessions.findRunning(prisma, { accountId, id }, clock.now()) : null;
  if (!session) throw recordNotFound();
  return session;
}

export const deleteUserDeviceSchema = deviceSchema.extend({ reason: staffReasonSchema });

/** Signs a browser of a user out [ADU-06]. @throws DomainError NOT_FOUND, RECORD_NOT_FOUND */
export async function deleteUserDevice(
  write: IdentityWrite,
  viewer: AccountViewer,
  { accountId, deviceId, reason }: z.output<typeof deleteUserDeviceSchema>,
): Promise<void> {
  const { tx, clock } = write;
  const now = clock.now();
  requireManageable(viewer, await lockUser(write, accountId));
  const ended = isId(deviceId) ? await sessions.endOwn(tx, accountId, deviceId, now) : [];
  if (ended.length === 0) throw recordNotFound();
  await announce(write, ended);
  const actorId = viewer.accountId;
  const changes = ended.map(({ id }) => ({ field: 'device', before: id, after: '' }));
  await auditLog.append(tx, { actorId, kind: 'DEVICE_DELETED', objectId: accountId, changes, reason, now });
}
