import type { Client } from '@connectrpc/connect';
import { ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import type { Person } from '@marquee/contracts/identity/v1/account_pb';
import type { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { copyOf } from '@marquee/service/copy-of';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import * as people from './people.ts';

const PAGE_SIZE = 100;
const NO_NAME = { firstName: '', lastName: '', profilePicture: '' };

type Known = Pick<Person, 'id' | 'firstName' | 'lastName' | 'profilePicture' | 'version'>;
type CopyResources = FilmResources & { identity: Client<typeof PeopleService> };

/** Film's own copy of display names, by version; searches by maker follow it. */
export const peopleCopy = copyOf<CopyResources, typeof ProfileChangedSchema, Known>({
  name: 'people',
  event: ProfileChangedSchema,
  // The row of a removed person stays, without a name, so that a late older event cannot bring the name back.
  rowOf: ({ person, removed }) => (person && removed ? { ...person, ...NO_NAME } : person),
  async exportPage({ identity }, cursor) {
    const { people: rows, nextCursor } = await identity.exportPeople({ pageSize: PAGE_SIZE, cursor });
    return { rows, nextCursor };
  },
  async keep(tx, person) {
    if (await people.keep(tx, person)) await films.refreshMaker(tx, person.id);
  },
});
