import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import { type PublicFields, personMessage } from '../account/account-messages.ts';
import type { IdentityResources } from '../resources.ts';
import { exportPeople, exportPeopleSchema } from './export-people.ts';
import { searchPeople, searchPeopleSchema } from './search-people.ts';

const peopleMessage = ({ rows, nextCursor }: { rows: PublicFields[]; nextCursor: string }) => ({
  people: rows.map(personMessage),
  nextCursor,
});

/** People as others see them. */
export const peopleRpc = rpc<IdentityResources>()(PeopleService, {
  searchPeople: read(searchPeopleSchema, searchPeople, peopleMessage),
  exportPeople: read(exportPeopleSchema, exportPeople, peopleMessage),
});
