import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { chosenFilm } from '@marquee/rules/programme';
import { type FormEvent, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { type SearchState, useTypedSearch } from '../../data/use-typed-search.ts';
import { _, type Message, msg } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { useFields } from './use-fields.ts';

const FILMS_SHOWN = 8;
const CHARACTERS_MIN = 2;

const EMPTY: Record<SearchState, Message> = {
  short: msg('Type at least two letters of a title.'),
  searching: msg('Searching…'),
  found: msg('No film matches.'),
  failed: msg('We failed to search for films. Please try again.'),
};

type Props = {
  isAdmin: boolean;
  submit: string;
  onChoose: (filmId: string) => Promise<void>;
  onCancel: () => void;
};
type Choice = { value: string; label: string };

/** Chooses a film for a block: one of one's own, any for ADMIN [FES-04]. */
export function BlockFilmChoice({ isAdmin, submit, onChoose, onCancel }: Props) {
  const form = useFields({ filmId: '' });
  const [chosen, setChosen] = useState<Choice>();
  const { found, state, search } = useTypedSearch(isAdmin ? findAny : findOwn, CHARACTERS_MIN);
  const options = chosen && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found;
  const choose = async (submitted: FormEvent) => {
    submitted.preventDefault();
    const given = chosenFilm.safeParse(form.fields.filmId);
    if (!given.success) return form.refuse(given.error.issues.map(({ message }) => ({ path: ['filmId'], message })));
    await form.save(() => onChoose(given.data), _('We failed to save the film. Please try again.'));
  };
  return (
    <form noValidate className="grid max-w-xl gap-3" onSubmit={choose}>
      <Combobox
        label={isAdmin ? _('Film') : _('One of your films')}
        placeholder={_('Search films by title')}
        empty={_(EMPTY[state])}
        pending={state === 'searching'}
        options={options}
        value={form.fields.filmId}
        error={form.errors.filmId}
        onQuery={search}
        onChange={(filmId) => {
          form.set({ filmId });
          setChosen(options.find(({ value }) => value === filmId));
        }}
      />
      {form.problem ? (
        <Banner tone="danger" urgent>
          {form.problem}
        </Banner>
      ) : null}
      <div className="flex gap-3">
        <Button type="submit" variant="primary" pending={form.pending}>
          {submit}
        </Button>
        <Button onClick={onCancel}>{_('Cancel')}</Button>
      </div>
    </form>
  );
}

async function findOwn(query: string): Promise<Choice[]> {
  const { films } = await client(StudioService).listMyFilms({ query, pageSize: FILMS_SHOWN });
  return films.map(({ film }) => ({ value: film?.id ?? '', label: film?.filmTitle ?? '' }));
}

async function findAny(query: string): Promise<Choice[]> {
  const { films } = await client(FilmBackOfficeService).listAllFilms({ query, pageSize: FILMS_SHOWN });
  return films.map(({ film }) => ({ value: film?.id ?? '', label: film?.filmTitle ?? '' }));
}
