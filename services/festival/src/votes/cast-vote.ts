import { randomBytes } from 'node:crypto';
import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { VOTE_MESSAGES, voteSchema } from '@marquee/rules/votes';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import { shownEvent } from './ballot-event.ts';
import { timeRefusal } from './ballot-state.ts';
import * as ballots from './ballots.ts';
import { ballotPlaceSchema } from './save-ballot.ts';
import { ballotNotFound, notOnBallot, voteRefused, wrongScore } from './vote-errors.ts';
import { commitmentOf } from './vote-record.ts';
import { voterRefusal } from './voters.ts';
import * as votes from './votes.ts';

const SALT_BYTES = 32;

export const castVoteSchema = ballotPlaceSchema.extend(voteSchema.shape);

/**
 * Votes for a film, or gives it stars: once, whatever is pressed [FES-05]. The same vote again is answered as the first
 * one; another one is refused.
 */
export async function castVote(
  { tx, clock }: FestivalWrite,
  viewer: AccountViewer,
  { eventId, blockId, filmId, score }: z.output<typeof castVoteSchema>,
): Promise<{ vote: votes.Vote; festivalId: string }> {
  const { accountId } = viewer;
  const ballot = await heldBallot(tx, viewer, { eventId, blockId }, filmId);
  const { id: ballotId, festivalId } = ballot;
  const isScore = ballot.type === 'SCORE';
  if (isScore !== score > 0) throw wrongScore(isScore ? VOTE_MESSAGES.score : VOTE_MESSAGES.noScore);
  if (!ballot.hasFilm) throw notOnBallot();

  const same = (vote: votes.Vote) => vote.filmId === filmId && vote.score === score;
  const refusal = timeRefusal(ballot, clock.now()) ?? voterRefusal(ballot);
  if (refusal) {
    // Asked again, when the ballot is closed by now, or somebody else has the ticket.
    const before = (await votes.ofAccount(tx, ballotId, accountId)).find(same);
    if (before) return { vote: before, festivalId };
    throw voteRefused(refusal);
  }

  const salt = randomBytes(SALT_BYTES);
  const vote = await votes.insertOnce(tx, {
    ...{ id: newId(), ballotId, slot: isScore ? filmId : ballotId, accountId, filmId, score, salt },
    ...{ commitment: commitmentOf({ ballotId, filmId, score, salt }), castAt: clock.now() },
  });
  if (!same(vote)) throw voteRefused('ALREADY_VOTED');
  return { vote, festivalId };
}

/** The ballot of a place, held until the vote is kept. @throws DomainError NOT_FOUND, BALLOT_NOT_FOUND, EVENT_NOT_FOUND */
async function heldBallot(
  tx: Tx,
  viewer: AccountViewer,
  place: ballots.BallotPlace,
  filmId: string,
): Promise<ballots.BallotToVote> {
  // They go out together, and the second reads once the first holds: while that waited the ballot may have been changed.
  const [heldId, found] = await Promise.all([
    ballots.holdTogether(tx, place),
    ballots.findToVote(tx, place, { filmId, accountId: viewer.accountId }),
  ]);
  // There is none, or it is a draft's: who programmes sees that one too.
  if (!found?.isShown) await shownEvent(tx, viewer, place);
  // Another one may have taken the place of the one that is held.
  if (!found || found.id !== heldId) throw ballotNotFound();
  return found;
}
