import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as tallies from '../tallies/tallies.ts';
import { organizationWithMoney } from './money-rights.ts';

export const listOfFestivalSchema = z.object({ festivalId: z.string(), pageSize: z.number(), cursor: z.string() });

/** What an organization has earned by what it sold, the most first [ADO-05]. */
export async function listEarningSources(
  { db, config }: FestivalResources,
  viewer: AccountViewer,
  { festivalId, pageSize: size, cursor }: z.output<typeof listOfFestivalSchema>,
): Promise<{ rows: tallies.OfSource[]; nextCursor: string }> {
  const { id } = await organizationWithMoney(db, viewer, festivalId);
  const list = { key: config.CURSOR_KEY, scope: `earning sources ${id}`, size, cursor };
  const { after, limit, page } = keyset<[string, string]>(list);
  const place = after && { earnings: BigInt(after[0]), id: after[1] };
  const rows = await tallies.listBySource(db, id, { after: place, limit });
  return page(rows, ({ amount, fee, id: sourceId }) => [String(amount - fee), sourceId]);
}
