import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { client } from '../../api/browser/client.ts';
import { type SearchState, useTypedSearch } from '../../data/use-typed-search.ts';
import { _, type Message, msg } from '../../language/words.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { type CardView, cardView } from '../feed/card-view.ts';

const FILMS_SHOWN = 8;
const CHARACTERS_MIN = 2;

const EMPTY: Record<SearchState, Message> = {
  short: msg('Type at least two letters of a title.'),
  searching: msg('Searching…'),
  found: msg('No film on Marquee matches.'),
  failed: msg('We failed to search for films. Please try again.'),
};

/** Chooses a film by its title. */
export function FilmPicker({ label, onChoose }: { label: string; onChoose: (film: CardView) => void }) {
  const { found, state, search } = useTypedSearch(findFilms, CHARACTERS_MIN);
  return (
    <Combobox
      label={label}
      placeholder={_('Search films by title')}
      empty={_(EMPTY[state])}
      pending={state === 'searching'}
      options={found.map(({ id, title, facts }) => ({ value: id, label: facts ? `${title} (${facts})` : title }))}
      value=""
      onChange={(chosen) => {
        const film = found.find(({ id }) => id === chosen);
        if (film) onChoose(film);
      }}
      onQuery={search}
    />
  );
}

async function findFilms(query: string): Promise<CardView[]> {
  const { films } = await client(CatalogueService).listFilms({ query, pageSize: FILMS_SHOWN });
  return films.map(cardView);
}
