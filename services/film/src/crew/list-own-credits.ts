import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import * as claims from './claims.ts';

export const listOwnCreditsSchema = z.object({ pageSize: z.number(), cursor: z.string() });

/** The credits that name the viewer, of all films, newest first, with what they answered [PRO-20]. */
export async function listOwnCredits(
  { db, config }: FilmResources,
  viewer: AccountViewer,
  { pageSize: size, cursor }: z.output<typeof listOwnCreditsSchema>,
): Promise<{ rows: claims.Claim[]; nextCursor: string }> {
  const { accountId } = viewer;
  const list = keyset<[id: string]>({ key: config.CURSOR_KEY, scope: `own credits ${accountId}`, size, cursor });
  return list.page(
    await claims.listNaming(db, { accountId, beforeId: list.after?.[0], limit: list.limit }),
    ({ id }) => [id],
  );
}
