import { z } from 'zod';
import { moment } from './moments.ts';

export const BALLOT_TYPES = ['CHOICE', 'SCORE'] as const;
export type BallotTypeName = (typeof BALLOT_TYPES)[number];

export const VOTE_LIMITS = {
  scoreMin: 1,
  scoreMax: 5,
  /** Ballots of one event: one of the whole, and one for each block. */
  perEventMax: 60,
} as const;

/** After a vote the viewer is taken to the festival's page after this time [FES-05]. */
export const VOTED_LEAVE_MS = 3_000;

export const VOTE_MESSAGES = {
  notFound: 'There is no vote here.',
  notOpen: 'The vote has not opened yet.',
  closed: 'The vote is closed.',
  alreadyVoted: 'You have voted already. A vote cannot be changed.',
  noFilms: 'There are no films to vote for here yet.',
  notOnBallot: 'Please choose one of the films of this vote.',
  score: 'Please give 1 to 5 stars.',
  noScore: 'Here a film is chosen, without stars.',
  ticketNeeded: 'Only people with a ticket for this event can vote.',
  attendanceNeeded:
    'Only people who were at this event, or watched at least 70% of it, can vote. You can vote once your ticket was scanned.',
  closesBeforeOpen: 'The vote has to close after it opens.',
  closesInPast: 'The vote has to close in the future.',
  hasVotes: 'People have voted already, so that this vote can no longer be changed.',
  tooMany: 'An event has at most 60 votes.',
  type: 'Please choose how people vote.',
  castFailed: 'We could not count your vote. Please try again.',
} as const;

/** What a director sets of a ballot. */
export const ballotSchema = z
  .object({
    type: z.enum(BALLOT_TYPES, VOTE_MESSAGES.type),
    opensAt: moment(),
    closesAt: moment(),
    ticketHoldersOnly: z.boolean(),
    attendedOnly: z.boolean(),
  })
  .refine(({ opensAt, closesAt }) => opensAt < closesAt, {
    path: ['closesAt'],
    message: VOTE_MESSAGES.closesBeforeOpen,
  });
export type BallotFields = z.output<typeof ballotSchema>;

/** A vote: a film, and stars where they are given. */
export const voteSchema = z.object({
  filmId: z.string(),
  score: z.int(VOTE_MESSAGES.score).min(0, VOTE_MESSAGES.score).max(VOTE_LIMITS.scoreMax, VOTE_MESSAGES.score),
});
