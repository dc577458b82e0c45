import { Permission, permits } from '@marquee/contracts/permissions';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { Organization, Queryable } from '../organizations/organizations.ts';
import * as team from '../team/team.ts';

/** As what somebody refunds tickets of an organization: who sells them, or staff whose role has refunds. */
export type Refunder = 'SELLER' | 'STAFF';

/** As what the viewer may refund tickets of an organization; undefined where they may not [ADU-10:privilege]. */
export async function refunderOf(
  db: Queryable,
  { accountId, roles }: AccountViewer,
  { id, directorId }: Pick<Organization, 'id' | 'directorId'>,
): Promise<Refunder | undefined> {
  if (accountId === directorId || (await team.roleOf(db, id, accountId)) === 'MANAGER') return 'SELLER';
  return permits(roles, Permission.REFUND_ORDERS) ? 'STAFF' : undefined;
}
