import { staffReasonSchema } from '@marquee/rules/back-office';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as accounts from '../account/accounts.ts';
import { deleteAccount } from '../account/delete-account.ts';
import type { IdentityWrite } from '../resources.ts';
import { countWrong } from './back-office-errors.ts';
import { selectedUsers } from './selected-users.ts';
import { requireManageable } from './staff-rights.ts';

export const deleteUsersSchema = z.object({
  accountIds: selectedUsers({
    most: BACK_OFFICE_LIMITS.usersDeletedAtOnceMax,
    nobody: BACK_OFFICE_MESSAGES.nobodySelected,
    tooMany: BACK_OFFICE_MESSAGES.tooManyToDelete,
  }),
  confirmedCount: z.int(),
  reason: staffReasonSchema,
});

/** Deletes the accounts that were selected, all of them or none; those that are gone already are passed over [ADU-02]. */
export async function deleteUsers(
  write: IdentityWrite,
  viewer: AccountViewer,
  { accountIds, confirmedCount, reason }: z.output<typeof deleteUsersSchema>,
): Promise<{ deleted: number }> {
  if (confirmedCount !== accountIds.length) throw countWrong();
  // In one order, so that two deletions cannot wait for each other.
  const ids = accountIds.toSorted();
  let deleted = 0;
  for (const id of ids) {
    const account = await accounts.lock(write.tx, id);
    if (!account || account.deletedAt) continue;
    requireManageable(viewer, account);
    await deleteAccount(write, account, { reason, actorId: viewer.accountId });
    deleted += 1;
  }
  return { deleted };
}
