import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';
import * as blocks from './blocks.ts';

export const exportBlocksSchema = z.object({ pageSize: z.int(), cursor: z.string() });

/** All blocks by id, with their versions, for a service that fills its copy of them. */
export async function exportBlocks(
  { prisma, config }: Pick<IdentityResources, 'prisma' | 'config'>,
  _viewer: Viewer,
  { pageSize: size, cursor }: z.output<typeof exportBlocksSchema>,
) {
  const list = { key: config.CURSOR_KEY, scope: 'blocks-export', size, cursor };
  const { after, limit, page } = keyset<[id: string]>(list);
  const { rows, nextCursor } = page(await blocks.listAll(prisma, after?.[0], limit), ({ id }) => [id]);
  return {
    blocks: rows.map(({ id, blockerId, blockedId, version }) => ({ id, blockerId, blockedId, version })),
    nextCursor,
  };
}
