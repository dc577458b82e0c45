import type { Person } from '@marquee/contracts/identity/v1/account_pb';
import { ConnectionService } from '@marquee/contracts/identity/v1/connection_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { client } from '../../api/browser/client.ts';
import type { SearchState } from '../../data/use-typed-search.ts';
import { type Message, msg } from '../../language/words.ts';

const PEOPLE_SHOWN = 8;

/** Somebody with an account, as a search shows them. */
export type Found = Pick<Person, 'id' | 'firstName' | 'lastName' | 'profilePicture'>;
export const nameOf = ({ firstName, lastName }: Found) => `${firstName} ${lastName}`.trim();

/** People by the beginning of a name, the viewer's connections first. */
export async function findPeople(query: string): Promise<Found[]> {
  const [{ connections }, { people }] = await Promise.all([
    client(ConnectionService).listConnections({ query, pageSize: PEOPLE_SHOWN }),
    client(PeopleService).searchPeople({ query, pageSize: PEOPLE_SHOWN }),
  ]);
  const found = [...connections.flatMap(({ person }) => person ?? []), ...people];
  return [...new Map(found.map((person) => [person.id, person])).values()];
}

/** What a search says that shows nobody. */
export const EMPTY: Record<SearchState, Message> = {
  short: msg('Type at least {letters} letters of a name.'),
  searching: msg('Searching…'),
  found: msg('Nobody with an account has this name.'),
  failed: msg('We failed to search for people. Please try again.'),
};
