import { timestampDate } from '@bufbuild/protobuf/wkt';
import {
  type Ballot,
  BallotState,
  BallotType,
  type GetBallotResponse,
  VoteService,
} from '@marquee/contracts/festival/v1/vote_pb';
import { VOTE_MESSAGES, VOTED_LEAVE_MS } from '@marquee/rules/votes';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { useAttempt } from '../../data/use-attempt.ts';
import { formatMoment } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ChosenFilm } from './chosen-film.tsx';
import { ScoredFilms } from './scored-films.tsx';
import { VoteResults } from './vote-results.tsx';

/** Where somebody votes for a film of a block or event, once [FES-05]. */
export function VotePage({ answer }: { answer: GetBallotResponse }) {
  const { ballot, films } = answer;
  const [own, setOwn] = useState(answer.ownVotes);
  const [isPending, problem, attempt] = useAttempt();
  const [isVoted, setVoted] = useState(false);
  if (!ballot) return null;
  const isScore = ballot.type === BallotType.SCORE;
  const isComplete = isScore ? own.length >= films.length : own.length > 0;

  const cast = (filmId: string, score: number) =>
    attempt(async () => {
      const { eventId, blockId } = ballot;
      const { receipt } = await client(VoteService).castVote({ eventId, blockId, filmId, score });
      const next = [...own.filter((vote) => vote.filmId !== filmId), { filmId, score, receipt }];
      setOwn(next as typeof own);
      if (!isScore || next.length >= films.length) setVoted(true);
    }, _(VOTE_MESSAGES.castFailed));

  const refusal = isComplete ? 'ALREADY_VOTED' : answer.refusal;
  const mayVote = refusal === '';
  const shared = { films, own, isPending, onVote: (filmId: string, score: number) => void cast(filmId, score) };
  return (
    <div className="page page-column gap-8 py-8">
      <PageTitle
        title={_('Vote')}
        lead={ballot.blockName ? `${ballot.eventName}: ${ballot.blockName}` : ballot.eventName}
        crumbs={[{ href: `/festivals/${ballot.festivalId}`, label: _('Festival') }]}
      />
      <BallotTimes ballot={ballot} />
      {isVoted ? <VotedBanner festivalId={ballot.festivalId} /> : null}
      {problem ? <Banner tone="danger">{problem}</Banner> : null}
      {!mayVote && !isVoted ? <Refusal refusal={refusal} /> : null}
      {isScore ? (
        <ScoredFilms {...shared} mayVote={answer.refusal === ''} />
      ) : (
        <ChosenFilm {...shared} mayVote={mayVote} />
      )}
      {ballot.state === BallotState.COUNTED ? <VoteResults ballot={ballot} /> : null}
      {own.length > 0 ? <Receipts ballot={ballot} receipts={own.map(({ receipt }) => receipt)} /> : null}
    </div>
  );
}

function BallotTimes({ ballot: { opensAt, closesAt, state } }: { ballot: Ballot }) {
  if (!opensAt || !closesAt) return null;
  const [opens, closes] = [formatMoment(timestampDate(opensAt)), formatMoment(timestampDate(closesAt))];
  return (
    <p className="text-ink-muted">
      {state === BallotState.SCHEDULED
        ? _('Opens on {opens}, closes on {closes}.', { opens, closes })
        : state === BallotState.OPEN
          ? _('Open until {closes}. The results appear when it is over.', { closes })
          : _('Closed on {closes}.', { closes })}
    </p>
  );
}

const refusals = (): Record<string, string> => ({
  VOTE_NOT_OPEN: _(VOTE_MESSAGES.notOpen),
  VOTE_CLOSED: _(VOTE_MESSAGES.closed),
  TICKET_NEEDED: _(VOTE_MESSAGES.ticketNeeded),
  ATTENDANCE_NEEDED: _(VOTE_MESSAGES.attendanceNeeded),
  ALREADY_VOTED: _(VOTE_MESSAGES.alreadyVoted),
});

function Refusal({ refusal }: { refusal: string }) {
  const text = refusals()[refusal];
  return text ? <Banner>{text}</Banner> : null;
}

/** Says that the vote counts, and leads on to the festival after three seconds. */
function VotedBanner({ festivalId }: { festivalId: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(`/festivals/${festivalId}`), VOTED_LEAVE_MS);
    return () => clearTimeout(timer);
  }, [navigate, festivalId]);
  return (
    <Banner tone="good">
      <span className="flex flex-wrap items-center gap-4">
        {_('Your vote counts. Thank you!')}
        <LinkButton size="small" to={`/festivals/${festivalId}`}>
          {_('Back to the festival')}
        </LinkButton>
      </span>
    </Banner>
  );
}

/** By which the voter finds their own records, and nobody else knows that they are theirs. */
function Receipts({ ballot, receipts }: { ballot: Ballot; receipts: string[] }) {
  const [isShown, setShown] = useState(false);
  return (
    <section className="grid gap-3" aria-label={_('Check your vote')}>
      <p className="text-ink-muted">
        {_(
          'Every vote stands in a chain of records that anybody can check. Yours is known to you alone by its receipt.',
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setShown(!isShown)} aria-expanded={isShown}>
          {isShown ? _('Hide the receipt') : _('Show the receipt')}
        </Button>
        <LinkButton to={`/events/${ballot.eventId}/votes/${ballot.id}`}>{_('See the records')}</LinkButton>
      </div>
      {isShown
        ? receipts.map((receipt) => (
            <code key={receipt} className="overflow-x-auto break-all text-small">
              {receipt}
            </code>
          ))
        : null}
    </section>
  );
}
