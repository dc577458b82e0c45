import { useQuery } from '@connectrpc/connect-query';
import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { ArrayItemType } from '@marquee/contracts/marketing/v1/settings_pb';
import { SETTING_MESSAGES } from '@marquee/rules/settings';
import { useState } from 'react';
import { SEARCH_PAUSE_MS } from '../shell/list-search.tsx';

const FOUND_MAX = 20;
/** Of a search for people. */
const QUERY_LENGTH_MIN = 2;

type Found = { id: string; name: string };
type Search = { found: Found[]; isPending: boolean; isFetching: boolean; isError: boolean };

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

function useSearch(type: ArrayItemType, query: string): Search {
  const isUser = type === ArrayItemType.USER;
  const people = useQuery(
    PeopleService.method.searchPeople,
    { query, pageSize: FOUND_MAX },
    { enabled: isUser && query.length >= QUERY_LENGTH_MIN },
  );
  const films = useQuery(
    FilmBackOfficeService.method.listAllFilms,
    { query, pageSize: FOUND_MAX },
    { enabled: !isUser && query !== '' },
  );
  const { isPending, isFetching, isError } = isUser ? people : films;
  const found = isUser
    ? (people.data?.people ?? []).map((person) => ({ id: person.id, name: fullName(person) }))
    : (films.data?.films ?? []).flatMap(({ film }) => (film ? [{ id: film.id, name: film.filmTitle }] : []));
  return { found, isPending, isFetching, isError };
}

type Props = {
  type: ArrayItemType;
  /** What to do, by default to add one more of its kind. */
  label?: string;
  taken: readonly string[];
  onPick: (id: string) => void;
};

/** Finds accounts for a list of users, and films for a list of films; what is typed alone adds nothing [ADS-03]. */
export function EntityPicker({ type, label, taken, onPick }: Props) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [query] = useDebouncedValue(typed.trim(), SEARCH_PAUSE_MS);
  const { found, isPending, isFetching, isError } = useSearch(type, query);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const isUser = type === ArrayItemType.USER;
  const options = found.filter(({ id }) => !taken.includes(id));
  const isShared = (name: string) => found.filter((one) => one.name === name).length > 1;
  const pick = (id: string) => {
    combobox.closeDropdown();
    onPick(id);
    setTyped('');
    setProblem(undefined);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={pick}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={label ?? (isUser ? 'Add a user' : 'Add a film')}
          placeholder={isUser ? 'Search people' : 'Search films'}
          maw={480}
          role="combobox"
          value={typed}
          error={problem}
          rightSection={isFetching ? <Loader size={16} /> : undefined}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setProblem(undefined);
            combobox.openDropdown();
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown();
            if (typed.trim() !== '') setProblem(isUser ? SETTING_MESSAGES.selectUser : SETTING_MESSAGES.selectFilm);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={query === '' || isPending}>
        <Combobox.Options aria-label={isUser ? 'People' : 'Films'}>
          {options.map(({ id, name }) => (
            <Combobox.Option key={id} value={id}>
              {name || id}
              {/* Namesakes differ in their ids, which the addresses of their pages have. */}
              {name && isShared(name) && (
                <Text size="xs" c="dimmed">
                  {id}
                </Text>
              )}
            </Combobox.Option>
          ))}
          {options.length === 0 && (
            <Combobox.Empty>
              {isError ? SETTING_MESSAGES.failedToLoad : 'Nothing more matches your search'}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Who or what an id names, as its owner says; the id where nobody says. */
export function EntityName({ type, id }: { type: ArrayItemType; id: string }) {
  const isUser = type === ArrayItemType.USER;
  const person = useQuery(PeopleService.method.getProfile, { profileId: id }, { enabled: isUser });
  const film = useQuery(FilmBackOfficeService.method.getAnyFilm, { filmId: id }, { enabled: !isUser });
  const profile = person.data?.profile;
  const name = isUser ? profile && fullName(profile) : film.data?.film?.film?.filmTitle;
  return (
    <Text size="sm" maw={320} truncate title={id}>
      {name || id}
    </Text>
  );
}
