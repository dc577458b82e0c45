import { AccountSuspendedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { PAGE_SIZE_MAX } from '@marquee/data/paging';
import { copyOf } from '@marquee/service/copy-of';
import type { SuspendedAccount } from '../../gen/prisma/client.ts';
import type { FestivalResources } from '../resources.ts';
import * as suspensions from './suspensions.ts';

/** Festival's own copy of who is suspended: payouts of what they direct wait. */
export const suspensionsCopy = copyOf<FestivalResources, typeof AccountSuspendedSchema, SuspendedAccount>({
  name: 'suspensions',
  event: AccountSuspendedSchema,
  rowOf: ({ accountId: id }, { aggregateVersion: version }) => ({ id, version, suspended: true }),
  async exportPage({ identity }, cursor) {
    const { people, nextCursor, suspendedIds } = await identity.exportPeople({ pageSize: PAGE_SIZE_MAX, cursor });
    const suspended = new Set(suspendedIds);
    return { rows: people.map(({ id, version }) => ({ id, version, suspended: suspended.has(id) })), nextCursor };
  },
  keep: ({ tx }, row) => suspensions.keep(tx, row),
  kept: suspensions.KEPT,
  forget: ({ tx }, row) => suspensions.forget(tx, row),
});
