import { isId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { NotificationWrite } from '../resources.ts';
import { noticeNotFound } from './notice-errors.ts';
import * as notices from './notices.ts';
import { touchBoxes } from './touch-boxes.ts';

export const markAllSeenSchema = z.object({ newestNoticeId: z.string() });

/** The viewer has seen all up to the newest that they were shown; what came since stays unread [NOT-01]. */
export async function markAllSeen(
  write: NotificationWrite,
  { accountId }: AccountViewer,
  { newestNoticeId: id }: z.output<typeof markAllSeenSchema>,
): Promise<void> {
  const { tx, clock } = write;
  if (!isId(id) || !(await notices.exists(tx, accountId, id))) throw noticeNotFound();
  if (await notices.markSeenUpTo(tx, accountId, id, clock.now())) await touchBoxes(write, [accountId]);
}
