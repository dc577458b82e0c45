import { cutPage, decodeCursor, encodeCursor, pageSize } from '@marquee/data/paging';
import type { IdentityResources } from '../resources.ts';

const SCOPE = 'people-export';
const PEOPLE_PER_PAGE = 100;

/** Everybody by id, with versions, for a service that begins its own copy. */
export async function exportPeople(
  { prisma, cursorKey }: Pick<IdentityResources, 'prisma' | 'cursorKey'>,
  input: { pageSize: number; cursor: string },
) {
  const size = pageSize(input.pageSize, PEOPLE_PER_PAGE);
  const [after] = input.cursor === '' ? [] : decodeCursor<[string]>(cursorKey, input.cursor, SCOPE);
  const rows = await prisma.account.findMany({
    ...(after && { where: { id: { gt: after } } }),
    orderBy: { id: 'asc' },
    take: size + 1,
  });
  return cutPage(rows, size, ({ id }) => encodeCursor(cursorKey, [id], SCOPE));
}
