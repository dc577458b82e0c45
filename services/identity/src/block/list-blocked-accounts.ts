import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';
import * as blocks from './blocks.ts';

export const listBlockedAccountsSchema = z.object({ pageSize: z.int(), cursor: z.string() });

/** Whom the viewer has blocked, newest first [SET-08]. */
export async function listBlockedAccounts(
  { db, config }: Pick<IdentityResources, 'db' | 'config'>,
  { accountId }: AccountViewer,
  { pageSize: size, cursor }: z.output<typeof listBlockedAccountsSchema>,
): Promise<{ rows: blocks.BlockedPerson[]; nextCursor: string }> {
  const list = keyset<blocks.ByTime>({ key: config.CURSOR_KEY, scope: `blocked ${accountId}`, size, cursor });
  const rows = await blocks.list(db, { blockerId: accountId, after: list.after, limit: list.limit });
  return list.page(rows, ({ blockedAt, blockId }) => [blockedAt.toISOString(), blockId]);
}
