import { VOTE_MESSAGES } from '@marquee/rules/votes';
import { DomainError, invalid } from '@marquee/runtime/errors';

export function ballotNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'BALLOT_NOT_FOUND', message: VOTE_MESSAGES.notFound });
}

/** Why somebody may not vote. */
const REFUSALS = {
  VOTE_NOT_OPEN: VOTE_MESSAGES.notOpen,
  VOTE_CLOSED: VOTE_MESSAGES.closed,
  TICKET_NEEDED: VOTE_MESSAGES.ticketNeeded,
  ATTENDANCE_NEEDED: VOTE_MESSAGES.attendanceNeeded,
  ALREADY_VOTED: VOTE_MESSAGES.alreadyVoted,
} as const;
export type VoteRefusal = keyof typeof REFUSALS;

export function voteRefused(reason: VoteRefusal): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason, message: REFUSALS[reason] });
}

export function notOnBallot(): DomainError {
  return invalid([{ field: 'filmId', message: VOTE_MESSAGES.notOnBallot }]);
}

/** A block or event without a film that everybody finds. */
export function noFilmsToVoteFor(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'NO_FILMS_TO_VOTE_FOR',
    message: VOTE_MESSAGES.noFilms,
  });
}

export function wrongScore(message: string): DomainError {
  return invalid([{ field: 'score', message }]);
}

export function closesInPast(): DomainError {
  return invalid([{ field: 'closesAt', message: VOTE_MESSAGES.closesInPast }]);
}

export function ballotHasVotes(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'BALLOT_HAS_VOTES', message: VOTE_MESSAGES.hasVotes });
}

export function tooManyBallots(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'TOO_MANY_BALLOTS', message: VOTE_MESSAGES.tooMany });
}
