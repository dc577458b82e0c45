import type { Ballot } from './ballots.ts';
import type { VoteRefusal } from './vote-errors.ts';

export type BallotStateName = 'SCHEDULED' | 'OPEN' | 'CLOSED' | 'COUNTED';

/** Where a ballot stands. It is open from its opening on, and no more at its closing. */
export function stateOf({ opensAt, closesAt, countedAt }: Ballot, now: Date): BallotStateName {
  if (countedAt) return 'COUNTED';
  if (now < opensAt) return 'SCHEDULED';
  return now < closesAt ? 'OPEN' : 'CLOSED';
}

/** Why nobody may vote now; undefined while the ballot is open. */
export function timeRefusal(ballot: Ballot, now: Date): VoteRefusal | undefined {
  const state = stateOf(ballot, now);
  if (state === 'OPEN') return undefined;
  return state === 'SCHEDULED' ? 'VOTE_NOT_OPEN' : 'VOTE_CLOSED';
}
