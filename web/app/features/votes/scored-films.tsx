import type { BallotFilm, OwnVote } from '@marquee/contracts/festival/v1/vote_pb';
import { useState } from 'react';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { StarRating, StarRatingInput } from '../../ui/star-rating.tsx';
import { BallotDirectors } from './ballot-directors.tsx';

type Props = {
  films: BallotFilm[];
  own: OwnVote[];
  mayVote: boolean;
  isPending: boolean;
  onVote: (filmId: string, score: number) => void;
};

/** The films of a ballot of which each is given stars, once. */
export function ScoredFilms({ films, own, mayVote, isPending, onVote }: Props) {
  const [scores, setScores] = useState<Record<string, number>>({});
  return (
    <ul className="grid gap-3">
      {films.map((film) => {
        const { filmId, filmTitle } = film;
        const given = own.find((vote) => vote.filmId === filmId);
        const score = scores[filmId] ?? 0;
        return (
          <li key={filmId} className="grid gap-3 rounded-panel bg-raised px-4 py-4 shadow-lit">
            <div>
              <h2 className="wrap-anywhere font-title text-heading">{filmTitle}</h2>
              <BallotDirectors film={film} />
            </div>
            {given ? (
              <StarRating value={given.score} size="medium" />
            ) : (
              <div className="flex flex-wrap items-center gap-4">
                <StarRatingInput
                  label={_('Your stars for {title}', { title: filmTitle })}
                  value={score}
                  disabled={!mayVote || isPending}
                  onChange={(stars) => setScores({ ...scores, [filmId]: stars })}
                />
                {mayVote && score > 0 ? (
                  <Button variant="primary" pending={isPending} onClick={() => onVote(filmId, score)}>
                    {_('Vote')}
                  </Button>
                ) : null}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
