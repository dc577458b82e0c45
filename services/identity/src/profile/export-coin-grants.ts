import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';
import * as coinGrants from './coin-grants.ts';

const GRANTS_PER_PAGE = 100;

export const exportCoinGrantsSchema = z.object({ pageSize: z.int(), cursor: z.string() });

/** All grants of coins, for a service that fills its copy of them [PRO-14]. */
export async function exportCoinGrants(
  { db, config }: Pick<IdentityResources, 'db' | 'config'>,
  _viewer: Viewer,
  { pageSize, cursor }: z.output<typeof exportCoinGrantsSchema>,
): Promise<{ rows: coinGrants.KeptGrant[]; nextCursor: string }> {
  const list = { key: config.CURSOR_KEY, scope: 'coin-grants', size: pageSize, cursor, sizeDefault: GRANTS_PER_PAGE };
  const { after, limit, page } = keyset<[string, string]>(list);
  const rows = await coinGrants.list(db, { after: after && { accountId: after[0], reason: after[1] }, limit });
  return page(rows, ({ accountId, reason }) => [accountId, reason]);
}
