import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { _, msg } from '../../language/words.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { type CardView, cardView } from '../feed/card-view.ts';

const SEARCH_AFTER_MS = 250;
const FILMS_SHOWN = 8;
const CHARACTERS_MIN = 2;

const EMPTY = {
  short: msg('Type at least two letters of a title.'),
  searching: msg('Searching…'),
  found: msg('No film on Marquee matches.'),
  failed: msg('We failed to search for films. Please try again.'),
};

/** Chooses a film by its title. */
export function FilmPicker({
  label,
  hint,
  film,
  onChange,
}: {
  label: string;
  hint?: string;
  film: CardView | null;
  onChange: (film: CardView | null) => void;
}) {
  const { found, state, search } = useFilmSearch();
  const options = film && !found.some(({ id }) => id === film.id) ? [film, ...found] : found;
  return (
    <Combobox
      label={label}
      hint={hint}
      placeholder={_('Search films by title')}
      empty={_(EMPTY[state])}
      pending={state === 'searching'}
      options={options.map(({ id, title, facts }) => ({ value: id, label: facts ? `${title} (${facts})` : title }))}
      value={film?.id ?? ''}
      onChange={(id) => onChange(options.find((one) => one.id === id) ?? null)}
      onQuery={search}
    />
  );
}

/** Films by their titles, asked for after a pause in typing; only the newest answer counts. */
function useFilmSearch() {
  const [found, setFound] = useState<CardView[]>([]);
  const [state, setState] = useState<keyof typeof EMPTY>('short');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = async (query: string) => {
    try {
      const { films } = await client(CatalogueService).listFilms({ query, pageSize: FILMS_SHOWN });
      if (newest.current !== query) return;
      setFound(films.map(cardView));
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
    if ([...query].length < CHARACTERS_MIN) return setState('short');
    setState('searching');
    timer.current = setTimeout(() => void ask(query), SEARCH_AFTER_MS);
  };
  return { found, state, search };
}
