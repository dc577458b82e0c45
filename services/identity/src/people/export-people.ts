import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';

const PEOPLE_PER_PAGE = 100;

export const exportPeopleSchema = z.object({ pageSize: z.int(), cursor: z.string() });

/** Everybody by id, with versions, for a service that begins its own copy. */
export async function exportPeople(
  { prisma, cursorKey }: Pick<IdentityResources, 'prisma' | 'cursorKey'>,
  _viewer: Viewer,
  { pageSize, cursor }: z.output<typeof exportPeopleSchema>,
) {
  const list = { key: cursorKey, scope: 'people-export', size: pageSize, cursor, sizeDefault: PEOPLE_PER_PAGE };
  const { after, limit, page } = keyset<[string]>(list);
  const rows = await prisma.account.findMany({
    ...(after && { where: { id: { gt: after[0] } } }),
    orderBy: { id: 'asc' },
    take: limit,
  });
  return page(rows, ({ id }) => [id]);
}
