import { isId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { NotificationWrite } from '../resources.ts';
import type { noticeIdSchema } from './get-notice.ts';
import { noticeNotFound } from './notice-errors.ts';
import * as notices from './notices.ts';
import { touchBoxes } from './touch-boxes.ts';

/** Takes the deletion of a notice back. */
export async function restoreNotice(
  write: NotificationWrite,
  { accountId }: AccountViewer,
  { noticeId }: z.output<typeof noticeIdSchema>,
): Promise<void> {
  if (!isId(noticeId) || !(await notices.exists(write.tx, accountId, noticeId))) throw noticeNotFound();
  if (await notices.setDeleted(write.tx, accountId, noticeId, null)) await touchBoxes(write, [accountId]);
}
