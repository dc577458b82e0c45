import { useQuery } from '@connectrpc/connect-query';
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FeaturedFilm, FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import type { StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { useState } from 'react';
import { SEARCH_PAUSE_MS } from '../shell/list-search.tsx';

const FOUND_MAX = 20;

type Props = { featured: FeaturedFilm[]; disabled: boolean; onPick: (filmId: string) => Promise<boolean> };

/** Finds a film by its words and adds it to the list. */
export function FilmPicker({ featured, disabled, onPick }: Props) {
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), SEARCH_PAUSE_MS);
  const found = useQuery(
    FilmBackOfficeService.method.listAllFilms,
    { query, pageSize: FOUND_MAX },
    { enabled: query !== '' },
  );
  const known = new Set(featured.map(({ film }) => film?.id));
  const films = query === '' ? [] : (found.data?.films ?? []);
  const options = films.flatMap((entry) =>
    entry.film && !known.has(entry.film.id) ? [{ value: entry.film.id, label: labelOf(entry) }] : [],
  );
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const pick = async (filmId: string) => {
    combobox.closeDropdown();
    // What was typed stays when the film could not be added.
    if (await onPick(filmId)) setTyped('');
  };
  return (
    <Combobox store={combobox} onOptionSubmit={pick}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label="Add a film"
          placeholder="Search films"
          maw={480}
          role="combobox"
          value={typed}
          disabled={disabled}
          rightSection={found.isFetching ? <Loader size={16} /> : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={query === '' || found.isPending}>
        <Combobox.Options aria-label="Films">
          {options.map(({ value, label }) => (
            <Combobox.Option key={value} value={value}>
              {label}
            </Combobox.Option>
          ))}
          {options.length === 0 ? <Combobox.Empty>{emptyText(found.isError, films.length)}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function emptyText(isError: boolean, found: number): string {
  if (isError) return 'Failed to load films';
  return found > 0 ? 'Every film found is featured already' : 'No film matches your search';
}

function labelOf({ film, creatorName }: StudioFilm): string {
  const hidden = film?.published && film.isApproved ? '' : 'not in the feed';
  return [film?.filmTitle, film?.releaseDate.slice(0, 4), creatorName, hidden].filter(Boolean).join(' · ');
}
