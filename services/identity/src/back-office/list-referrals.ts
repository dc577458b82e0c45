import { keyset } from '@marquee/data/paging';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';
import { shownTo } from './staff-rights.ts';
import * as userList from './user-list.ts';

export const listReferralsSchema = z.object({
  accountId: z.string().min(1, BACK_OFFICE_MESSAGES.userNotFound),
  pageSize: z.int(),
  cursor: z.string(),
});

/** Accounts that came by this one, newest first [ADU-03]. */
export async function listReferrals(
  { db, config }: Pick<IdentityResources, 'db' | 'config'>,
  viewer: AccountViewer,
  { accountId, pageSize, cursor }: z.output<typeof listReferralsSchema>,
) {
  const list = {
    key: config.CURSOR_KEY,
    scope: `referrals:${accountId}`,
    size: pageSize,
    cursor,
    sizeDefault: BACK_OFFICE_LIMITS.usersPerPage,
  };
  const { after, limit, page } = keyset<[string, string]>(list);
  const place = after && { createdAt: new Date(after[0]), id: after[1] };
  const rows = await userList.referred(db, accountId, place, limit);
  return page(
    rows.map((row) => shownTo(viewer, row)),
    ({ createdAt, id }) => [createdAt.toISOString(), id],
  );
}
