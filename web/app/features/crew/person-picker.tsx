import type { Person } from '@marquee/contracts/identity/v1/account_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { ACCOUNT_LIMITS } from '@marquee/rules/account';
import { client } from '../../api/browser/client.ts';
import { type SearchState, useTypedSearch } from '../../data/use-typed-search.ts';
import { _, type Message, msg } from '../../language/words.ts';
import { Combobox } from '../../ui/combobox.tsx';

/** Somebody with an account, as public pages show them: a name and a picture. */
export type FoundPerson = Pick<Person, 'id' | 'firstName' | 'lastName' | 'profilePicture'>;

const PEOPLE_SHOWN = 8;

/** Chooses somebody with an account by their name; they are asked before the credit shows who they are. */
export function PersonPicker({
  person,
  onChange,
}: {
  person: FoundPerson | null;
  onChange: (person: FoundPerson | null) => void;
}) {
  const { found, state, search } = useTypedSearch(findPeople, ACCOUNT_LIMITS.searchCharactersMin);
  const options = person && !found.some(({ id }) => id === person.id) ? [person, ...found] : found;
  return (
    <Combobox
      label={_('Account on Marquee')}
      hint={_('They are asked first. Until they accept, the credit shows the name alone.')}
      optional
      placeholder={_('Search people by name')}
      empty={_(EMPTY[state], { letters: ACCOUNT_LIMITS.searchCharactersMin })}
      pending={state === 'searching'}
      options={options.map((one) => ({ value: one.id, label: nameOf(one), picture: one.profilePicture }))}
      value={person?.id ?? ''}
      onChange={(id) => onChange(options.find((one) => one.id === id) ?? null)}
      onQuery={search}
    />
  );
}

const EMPTY: Record<SearchState, Message> = {
  short: msg('Type at least {letters} letters of a name.'),
  searching: msg('Searching…'),
  found: msg('Nobody with an account has this name. Add the name alone, and invite them by email.'),
  failed: msg('We failed to search for people. Please try again.'),
};

const nameOf = ({ firstName, lastName }: FoundPerson) => `${firstName} ${lastName}`.trim();

/** People by the beginning of a name. */
async function findPeople(query: string): Promise<FoundPerson[]> {
  const { people } = await client(PeopleService).searchPeople({ query, pageSize: PEOPLE_SHOWN });
  return people;
}
