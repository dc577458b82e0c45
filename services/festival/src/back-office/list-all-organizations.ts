import { keyset } from '@marquee/data/paging';
import { ORGANIZATION_STATUSES } from '@marquee/rules/organizations';
import { REQUEST_MESSAGES } from '@marquee/rules/request-messages';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { listOrganizationsSchema, wordsOf } from '../organizations/list-organizations.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalResources } from '../resources.ts';
import { type AnyOrganization, withAgreements } from './any-organization.ts';

export const listAllOrganizationsSchema = listOrganizationsSchema.extend({
  status: z.enum(['', ...ORGANIZATION_STATUSES], REQUEST_MESSAGES.choiceUnknown),
});

/** Every organization, the newest first [ADO-01]. */
export async function listAllOrganizations(
  { db, config }: FestivalResources,
  _viewer: AccountViewer,
  { query, type, status, pageSize: size, cursor }: z.output<typeof listAllOrganizationsSchema>,
): Promise<{ rows: AnyOrganization[]; nextCursor: string }> {
  const scope = JSON.stringify(['all organizations', query, type, status]);
  const list = keyset<organizations.TimeKey>({ key: config.CURSOR_KEY, scope, size, cursor });
  const found = await organizations.listAll(db, {
    ...{ words: wordsOf(query), type, status },
    ...{ after: list.after, limit: list.limit },
  });
  const { rows, nextCursor } = list.page(found, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  return { rows: await withAgreements(db, rows), nextCursor };
}
