import type { BallotFilm, OwnVote } from '@marquee/contracts/festival/v1/vote_pb';
import { VOTE_MESSAGES } from '@marquee/rules/votes';
import { useId, useState } from 'react';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { BallotDirectors } from './ballot-directors.tsx';

type Props = {
  films: BallotFilm[];
  own: OwnVote[];
  mayVote: boolean;
  isPending: boolean;
  onVote: (filmId: string, score: number) => void;
};

/** The films of a ballot of which one is chosen. */
export function ChosenFilm({ films, own, mayVote, isPending, onVote }: Props) {
  const name = useId();
  const [filmId, setFilmId] = useState(own[0]?.filmId ?? '');
  const [isMissing, setMissing] = useState(false);
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(filmId === '');
        if (filmId !== '' && !isPending) onVote(filmId, 0);
      }}
    >
      <fieldset className="grid gap-2" disabled={!mayVote || isPending}>
        <legend className="mb-2 font-title text-heading">{_('Which film do you choose?')}</legend>
        {films.map((film) => (
          <label
            key={film.filmId}
            className="flex min-h-14 items-center gap-4 rounded-panel bg-raised px-4 py-3 shadow-lit has-focus-visible:outline-2 has-focus-visible:outline-focus has-checked:bg-action-wash"
          >
            <input
              type="radio"
              name={name}
              value={film.filmId}
              checked={filmId === film.filmId}
              onChange={() => {
                setFilmId(film.filmId);
                setMissing(false);
              }}
              className="size-5 accent-action"
            />
            <span className="min-w-0">
              <span className="block wrap-anywhere">{film.filmTitle}</span>
              <BallotDirectors film={film} />
            </span>
          </label>
        ))}
      </fieldset>
      {isMissing ? (
        <p role="alert" className="text-danger-ink">
          {_(VOTE_MESSAGES.notOnBallot)}
        </p>
      ) : null}
      {mayVote ? (
        <Button type="submit" variant="primary" pending={isPending} className="justify-self-start">
          {_('Vote')}
        </Button>
      ) : null}
    </form>
  );
}
