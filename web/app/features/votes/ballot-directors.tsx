import type { BallotFilm } from '@marquee/contracts/festival/v1/vote_pb';
import { _ } from '../../language/words.ts';
import { fewNames } from '../film/directors.ts';

/** Who directed a film of a ballot; nothing where nobody is credited. */
export function BallotDirectors({ film }: { film: Pick<BallotFilm, 'directors'> }) {
  if (film.directors.length === 0) return null;
  return (
    <span className="block wrap-anywhere text-ink-muted text-small">
      {_('Directed by')} {fewNames(film.directors)}
    </span>
  );
}
