import { isId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { NotificationWrite } from '../resources.ts';
import type { noticeIdSchema } from './get-notice.ts';
import { noticeNotFound } from './notice-errors.ts';
import * as notices from './notices.ts';
import { touchBoxes } from './touch-boxes.ts';

/** Deletes one of the viewer's notices; it can be restored for a day [NOT-02]. */
export async function deleteNotice(
  write: NotificationWrite,
  { accountId }: AccountViewer,
  { noticeId }: z.output<typeof noticeIdSchema>,
): Promise<void> {
  const { tx, clock } = write;
  if (!isId(noticeId) || !(await notices.exists(tx, accountId, noticeId))) throw noticeNotFound();
  if (await notices.setDeleted(tx, accountId, noticeId, clock.now())) await touchBoxes(write, [accountId]);
}
