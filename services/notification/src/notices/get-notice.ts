import { isId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { wordingFor } from '../language/wording.ts';
import type { NotificationResources } from '../resources.ts';
import { noticeNotFound } from './notice-errors.ts';
import * as notices from './notices.ts';
import { type WordedNotice, wordNotices } from './worded-notice.ts';

export const noticeIdSchema = z.object({ noticeId: z.string() });
export const getNoticeSchema = noticeIdSchema.extend({ language: z.string() });

/** One of the viewer's notices [NOT-02]. */
export async function getNotice(
  { db, namesOf }: Pick<NotificationResources, 'db' | 'namesOf'>,
  { accountId }: AccountViewer,
  { noticeId, language }: z.output<typeof getNoticeSchema>,
): Promise<WordedNotice> {
  const row = isId(noticeId) ? await notices.find(db, accountId, noticeId) : undefined;
  if (!row) throw noticeNotFound();
  const [worded] = await wordNotices(wordingFor({ language, timeZone: '' }), namesOf, [row]);
  if (!worded) throw noticeNotFound();
  return worded;
}
