import { ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import type { Person as PersonMessage } from '@marquee/contracts/identity/v1/account_pb';
import { PAGE_SIZE_MAX } from '@marquee/data/paging';
import { copyOf } from '@marquee/service/copy-of';
import type { Person } from '../../gen/prisma/client.ts';
import type { FestivalResources } from '../resources.ts';
import * as people from './people.ts';

const rowOf = ({ id, firstName, lastName, version }: PersonMessage): Person => ({ id, firstName, lastName, version });

/** Festival's own copy of display names, by version. */
export const peopleCopy = copyOf<FestivalResources, typeof ProfileChangedSchema, Person>({
  name: 'people',
  event: ProfileChangedSchema,
  // As `people.forget` leaves them.
  rowOf: ({ person, removed }) => person && { ...rowOf(person), ...(removed && { firstName: '', lastName: '' }) },
  async exportPage({ identity }, cursor) {
    const { people: rows, nextCursor } = await identity.exportPeople({ pageSize: PAGE_SIZE_MAX, cursor });
    return { rows: rows.map(rowOf), nextCursor };
  },
  keep: ({ tx }, person) => people.keep(tx, person),
  kept: people.KEPT,
  forget: ({ tx }, person) => people.forget(tx, person),
});
