import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import type { listUserRecordsSchema } from '../user-records/user-unlocks.ts';
import * as grants from './grants.ts';

/** The time that staff gave a user, newest first. */
export async function listUserGrants(
  { db, config }: FilmResources,
  _viewer: AccountViewer,
  { accountId, pageSize, cursor }: z.output<typeof listUserRecordsSchema>,
): Promise<{ rows: grants.Grant[]; nextCursor: string }> {
  const list = { key: config.CURSOR_KEY, scope: `user-grants ${accountId}`, size: pageSize, cursor };
  const { after, limit, page } = keyset<[string, string]>(list);
  if (!isId(accountId)) return { rows: [], nextCursor: '' };
  const place = after && { createdAt: new Date(after[0]), id: after[1] };
  const rows = await grants.listOf(db, { accountId, after: place, limit });
  return page(rows, ({ createdAt, id }) => [createdAt.toISOString(), id]);
}
