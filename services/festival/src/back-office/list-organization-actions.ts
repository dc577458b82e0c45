import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as actions from '../organizations/organization-actions.ts';
import { organizationNotFound } from '../organizations/organization-errors.ts';
import type { FestivalResources } from '../resources.ts';

export const listOrganizationActionsSchema = z.object({
  ...{ festivalId: z.string(), pageSize: z.number(), cursor: z.string() },
});

/** What was done to an organization, newest first. */
export async function listOrganizationActions(
  { db, config }: FestivalResources,
  _viewer: AccountViewer,
  { festivalId, pageSize: size, cursor }: z.output<typeof listOrganizationActionsSchema>,
): Promise<{ rows: actions.OrganizationAction[]; nextCursor: string }> {
  if (!isId(festivalId)) throw organizationNotFound();
  const scope = `organization actions ${festivalId}`;
  const list = keyset<actions.ActionKey>({ key: config.CURSOR_KEY, scope, size, cursor });
  return list.page(await actions.list(db, { festivalId, after: list.after, limit: list.limit }), ({ id }) => [id]);
}
