import { type Ballot, BallotType } from '@marquee/contracts/festival/v1/vote_pb';
import { formatCount } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Section } from '../../ui/section.tsx';
import { StarRating } from '../../ui/star-rating.tsx';

/** What a counted ballot came to, the winner first. */
export function VoteResults({ ballot }: { ballot: Ballot }) {
  const isScore = ballot.type === BallotType.SCORE;
  return (
    <Section title={_('Results')}>
      {ballot.results.length === 0 ? (
        <p className="text-ink-muted">{_('Nobody voted.')}</p>
      ) : (
        <ol className="grid gap-2">
          {ballot.results.map(({ filmId, filmTitle, votes, score }) => (
            <li
              key={filmId}
              className="flex flex-wrap items-center justify-between gap-3 rounded-panel bg-raised px-4 py-3"
            >
              <a href={`/feed/${filmId}`} className="underline-offset-4 hover:underline">
                {filmTitle || _('A film that is gone')}
              </a>
              {isScore ? <StarRating value={score} count={Number(votes)} /> : <VoteCount count={votes} />}
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function VoteCount({ count }: { count: bigint }) {
  const votes = formatCount(count);
  return (
    <span className="tabular text-ink-muted">
      {_('{count, plural, one {{votes} vote} other {{votes} votes}}', { count: Number(count), votes })}
    </span>
  );
}
