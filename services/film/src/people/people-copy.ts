import { ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { type Person as PersonMessage, ProfileVisibility } from '@marquee/contracts/identity/v1/account_pb';
import { PAGE_SIZE_MAX } from '@marquee/data/paging';
import { copyOf } from '@marquee/service/copy-of';
import * as claims from '../crew/claims.ts';
import { markFilmsOf } from '../films/film-search.ts';
import type { FilmResources } from '../resources.ts';
import type { Profile } from './people.ts';
import * as people from './people.ts';

const NO_NAME = { firstName: '', lastName: '', profilePicture: '' };

type Kept = Profile & { isGone?: boolean };

const rowOf = ({ id, firstName, lastName, profilePicture, version, profileVisibility }: PersonMessage): Kept => {
  return {
    id,
    firstName,
    lastName,
    profilePicture,
    version,
    isPrivate: profileVisibility === ProfileVisibility.PRIVATE,
  };
};

/** Film's own copy of display names, by version; searches of staff by maker follow it. */
export const peopleCopy = copyOf<FilmResources, typeof ProfileChangedSchema, Kept>({
  name: 'people',
  event: ProfileChangedSchema,
  // As `people.forget` leaves them.
  rowOf: ({ person, removed }) => person && { ...rowOf(person), ...(removed && { ...NO_NAME, isGone: true }) },
  async exportPage({ identity }, cursor) {
    const { people: rows, nextCursor } = await identity.exportPeople({ pageSize: PAGE_SIZE_MAX, cursor });
    return { rows: rows.map(rowOf), nextCursor };
  },
  async keep({ tx }, person) {
    if (!(await people.keep(tx, person))) return;
    await markFilmsOf(tx, person.id);
    if (person.isGone) await claims.forgetAccount(tx, person.id);
  },
  kept: people.KEPT,
  async forget({ tx }, person) {
    if (!(await people.forget(tx, person))) return;
    await markFilmsOf(tx, person.id);
    await claims.forgetAccount(tx, person.id);
  },
});
