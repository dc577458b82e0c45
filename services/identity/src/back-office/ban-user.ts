import { staffReasonSchema } from '@marquee/rules/back-office';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { reinstate } from '../account/reinstate-account.ts';
import { suspend } from '../account/suspend-account.ts';
import type { IdentityWrite } from '../resources.ts';
import { accountIdSchema, lockUser, type StaffView, staffView } from './get-user.ts';
import { requireManageable } from './staff-rights.ts';

export const banUserSchema = accountIdSchema.extend({ reason: staffReasonSchema });
type BanUser = z.output<typeof banUserSchema>;

/** Suspends an account and ends its sessions at once; banning twice changes nothing [ADU-05] [AUT-16]. */
export async function banUser(
  write: IdentityWrite,
  viewer: AccountViewer,
  { accountId, reason }: BanUser,
): Promise<StaffView> {
  requireManageable(viewer, await lockUser(write, accountId));
  const banned = await suspend(write, { accountId, reason, actorId: viewer.accountId });
  return staffView(write, viewer, banned);
}

/** Lifts a ban; ended sessions stay ended [ADU-05]. */
export async function unbanUser(
  write: IdentityWrite,
  viewer: AccountViewer,
  { accountId, reason }: BanUser,
): Promise<StaffView> {
  requireManageable(viewer, await lockUser(write, accountId));
  const unbanned = await reinstate(write, { accountId, reason, actorId: viewer.accountId });
  return staffView(write, viewer, unbanned);
}
