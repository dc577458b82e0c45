import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { NotificationResources } from '../resources.ts';
import { notOwnNotices } from './notice-errors.ts';
import * as notices from './notices.ts';

export const countUnreadSchema = z.object({ accountId: z.string() });

/** How many notices the viewer has not seen, at most 100, and the version that their pages follow [NOT-05]. */
export async function countUnread(
  { db }: Pick<NotificationResources, 'db'>,
  viewer: AccountViewer,
  { accountId }: z.output<typeof countUnreadSchema>,
): Promise<{ unread: number; version: bigint }> {
  if (accountId !== viewer.accountId) throw notOwnNotices();
  return notices.countUnread(db, accountId);
}
