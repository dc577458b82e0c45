import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';
import * as staffNotices from './staff-notices.ts';

type Reading = Pick<IdentityResources, 'db' | 'config'>;

export const listStaffNoticesSchema = z.object({ pageSize: z.int(), cursor: z.string() });

/** What staff wrote to users, newest first [ADU-02]. */
export async function listStaffNotices(
  { db, config }: Reading,
  _viewer: Viewer,
  { pageSize: size, cursor }: z.output<typeof listStaffNoticesSchema>,
) {
  const list = keyset<[string]>({ key: config.CURSOR_KEY, scope: 'staff-notices', size, cursor });
  return list.page(await staffNotices.list(db, list.after?.[0], list.limit), ({ id }) => [id]);
}

const DESCRIBED_MAX = 100;

export const describeStaffNoticesSchema = z.object({ staffNoticeIds: z.array(z.string()).min(1).max(DESCRIBED_MAX) });

/** The words of notices, for the service that sends them. */
export function describeStaffNotices(
  { db }: Reading,
  _viewer: Viewer,
  { staffNoticeIds }: z.output<typeof describeStaffNoticesSchema>,
) {
  return staffNotices.find(db, staffNoticeIds.filter(isId));
}

export const listRecipientsSchema = z.object({
  staffNoticeId: z.string().min(1),
  pageSize: z.int(),
  cursor: z.string(),
});

/** Whom a notice is for, page by page; nobody for one that does not exist. */
export async function listStaffNoticeRecipients(
  { db, config }: Reading,
  _viewer: Viewer,
  { staffNoticeId, pageSize: size, cursor }: z.output<typeof listRecipientsSchema>,
): Promise<{ rows: string[]; nextCursor: string }> {
  const scope = `staff-notice-recipients:${staffNoticeId}`;
  const list = keyset<[string]>({ key: config.CURSOR_KEY, scope, size, cursor });
  if (!isId(staffNoticeId)) return { rows: [], nextCursor: '' };
  return list.page(await staffNotices.recipients(db, staffNoticeId, list.after?.[0], list.limit), (id) => [id]);
}
