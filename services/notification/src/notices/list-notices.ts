import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { wordingFor } from '../language/wording.ts';
import type { NotificationResources } from '../resources.ts';
import * as notices from './notices.ts';
import { type WordedNotice, wordNotices } from './worded-notice.ts';

export const listNoticesSchema = z.object({
  ...{ unreadOnly: z.boolean(), pageSize: z.int(), cursor: z.string() },
  language: z.string(),
});

/** The viewer's notices, all or unread, newest first [NOT-01]. */
export async function listNotices(
  { db, config, namesOf }: Pick<NotificationResources, 'db' | 'config' | 'namesOf'>,
  { accountId }: AccountViewer,
  { unreadOnly, pageSize: size, cursor, language }: z.output<typeof listNoticesSchema>,
): Promise<{ rows: WordedNotice[]; nextCursor: string }> {
  const scope = `notices ${accountId} ${unreadOnly}`;
  const list = keyset<[id: string]>({ key: config.CURSOR_KEY, scope, size, cursor });
  const [beforeId] = list.after ?? [];
  const found = await notices.page(db, { accountId, unreadOnly, beforeId, limit: list.limit });
  const { rows, nextCursor } = list.page(found, ({ id }) => [id]);
  return { rows: await wordNotices(wordingFor({ language, timeZone: '' }), namesOf, rows), nextCursor };
}
