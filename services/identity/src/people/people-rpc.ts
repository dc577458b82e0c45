import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { implement } from '@marquee/runtime/rpc/implement';
import { personMessage } from '../account/account-messages.ts';
import type { IdentityResources } from '../resources.ts';
import { exportPeople } from './export-people.ts';
import { searchPeople } from './search-people.ts';

/** People as others see them. */
export function peopleService(resources: IdentityResources) {
  return implement(PeopleService, {
    searchPeople: async (request) => {
      const { rows, nextCursor } = await searchPeople(resources, request);
      return { people: rows.map(personMessage), nextCursor };
    },
    exportPeople: async (request) => {
      const { rows, nextCursor } = await exportPeople(resources, request);
      return { people: rows.map(personMessage), nextCursor };
    },
  });
}
