import { ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { on } from '@marquee/events/consumer';
import * as films from '../films/films.ts';
import * as people from './people.ts';

const NO_NAME = { firstName: '', lastName: '', profilePicture: '' };

/** Film's own copy of display names, by version; searches by maker follow it. */
export const peopleEvents = [
  on(ProfileChangedSchema, async (tx, { person, removed }) => {
    if (!person) return;
    // The row of a removed person stays, without a name, so that a late older event cannot bring the name back.
    if (await people.keep(tx, removed ? { ...person, ...NO_NAME } : person)) await films.refreshMaker(tx, person.id);
  }),
];
