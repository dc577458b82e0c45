import type { Person } from '@marquee/contracts/identity/v1/account_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { ACCOUNT_LIMITS } from '@marquee/rules/account';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { _, msg } from '../../language/words.ts';
import { Combobox } from '../../ui/combobox.tsx';

/** Somebody with an account, as public pages show them: a name and a picture. */
export type FoundPerson = Pick<Person, 'id' | 'firstName' | 'lastName' | 'profilePicture'>;

const SEARCH_AFTER_MS = 250;
const PEOPLE_SHOWN = 8;

/** Chooses somebody with an account by their name; they are asked before the credit shows who they are. */
export function PersonPicker({
  person,
  onChange,
}: {
  person: FoundPerson | null;
  onChange: (person: FoundPerson | null) => void;
}) {
  const { found, state, search } = usePeopleSearch();
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

const EMPTY = {
  short: msg('Type at least {letters} letters of a name.'),
  searching: msg('Searching…'),
  found: msg('Nobody with an account has this name. Add the name alone, and invite them by email.'),
  failed: msg('We failed to search for people. Please try again.'),
};

const nameOf = ({ firstName, lastName }: FoundPerson) => `${firstName} ${lastName}`.trim();

/** People by the beginning of a name, asked for after a pause in typing; only the newest answer counts. */
function usePeopleSearch() {
  const [found, setFound] = useState<FoundPerson[]>([]);
  const [state, setState] = useState<keyof typeof EMPTY>('short');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = async (query: string) => {
    try {
      const { people } = await client(PeopleService).searchPeople({ query, pageSize: PEOPLE_SHOWN });
      if (newest.current !== query) return;
      setFound(people);
      setState('found');
    } catch {
      if (newest.current === query) setState('failed');
    }
  };
  const search = (text: string) => {
    const query = text.trim();
    if (query === newest.current) return;
    newest.current = query;
    clearTimeout(timer.current);
    setFound([]);
    if ([...query].length < ACCOUNT_LIMITS.searchCharactersMin) return setState('short');
    setState('searching');
    timer.current = setTimeout(() => void ask(query), SEARCH_AFTER_MS);
  };
  return { found, state, search };
}
