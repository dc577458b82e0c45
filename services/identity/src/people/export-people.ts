import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { peopleMessage } from '../account/account-message.ts';
import * as accounts from '../account/accounts.ts';
import type { IdentityResources } from '../resources.ts';

const PEOPLE_PER_PAGE = 100;

export const exportPeopleSchema = z.object({ pageSize: z.int(), cursor: z.string() });

/** All people by id, with their versions and whether they are suspended, for a service that fills its copy of them. */
export async function exportPeople(
  { prisma, config }: Pick<IdentityResources, 'prisma' | 'config'>,
  _viewer: Viewer,
  { pageSize, cursor }: z.output<typeof exportPeopleSchema>,
) {
  const list = { key: config.CURSOR_KEY, scope: 'people-export', size: pageSize, cursor, sizeDefault: PEOPLE_PER_PAGE };
  const { after, limit, page } = keyset<[string]>(list);
  const rows = await accounts.list(prisma, after?.[0], limit);
  const { rows: people, nextCursor } = page(rows, ({ id }) => [id]);
  const suspendedIds = people.flatMap(({ id, suspendedAt }) => (suspendedAt ? [id] : []));
  return { ...peopleMessage({ rows: people, nextCursor }), suspendedIds };
}
