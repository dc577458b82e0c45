import { AccountSuspendedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { PAGE_SIZE_MAX } from '@marquee/data/paging';
import { copyOf } from '@marquee/service/copy-of';
import type { FilmResources } from '../resources.ts';
import * as suspensions from './suspensions.ts';

/** Film's own copy of who is suspended. */
export const suspensionsCopy = copyOf<FilmResources, typeof AccountSuspendedSchema, suspensions.Suspension>({
  name: 'suspensions',
  event: AccountSuspendedSchema,
  rowOf: ({ accountId: id }, { aggregateVersion: version }) => ({ id, version, isSuspended: true }),
  async exportPage({ identity }, cursor) {
    const { people, nextCursor, suspendedIds } = await identity.exportPeople({ pageSize: PAGE_SIZE_MAX, cursor });
    const suspended = new Set(suspendedIds);
    return { rows: people.map(({ id, version }) => ({ id, version, isSuspended: suspended.has(id) })), nextCursor };
  },
  keep: ({ tx }, suspension) => suspensions.keep(tx, suspension),
  kept: suspensions.KEPT,
  forget: ({ tx }, suspension) => suspensions.forget(tx, suspension),
});
