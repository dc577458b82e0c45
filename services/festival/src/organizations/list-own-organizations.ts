import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as organizations from './organizations.ts';

export const listOwnOrganizationsSchema = z.object({ pageSize: z.number(), cursor: z.string() });

/** Organizations that the viewer directs or works for [NET-05]. */
export async function listOwnOrganizations(
  { db, config }: FestivalResources,
  { accountId }: AccountViewer,
  { pageSize: size, cursor }: z.output<typeof listOwnOrganizationsSchema>,
): Promise<{ rows: organizations.NamedOrganization[]; nextCursor: string }> {
  const scope = JSON.stringify(['own organizations', accountId]);
  const list = keyset<organizations.TimeKey>({ key: config.CURSOR_KEY, scope, size, cursor });
  const rows = await organizations.listOf(db, { accountId, after: list.after, limit: list.limit });
  return list.page(rows, ({ createdAt, id }) => [createdAt.toISOString(), id]);
}
