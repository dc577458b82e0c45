import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import { shownEvent } from './ballot-event.ts';
import { type BallotFilm, ballotFilms } from './ballot-films.ts';
import { timeRefusal } from './ballot-state.ts';
import * as ballots from './ballots.ts';
import { type BallotView, viewsOf } from './list-ballots.ts';
import type { ballotPlaceSchema } from './save-ballot.ts';
import type { VoteRefusal } from './vote-errors.ts';
import * as voters from './voters.ts';
import * as votes from './votes.ts';

export type OwnBallot = {
  view: BallotView;
  films: BallotFilm[];
  own: votes.Vote[];
  refusal: VoteRefusal | undefined;
};

/** The ballot of a block or event as somebody sees it who may want to vote [FES-05]. */
export async function getBallot(
  { db, clock }: FestivalResources,
  viewer: AccountViewer,
  { eventId, blockId }: z.output<typeof ballotPlaceSchema>,
): Promise<OwnBallot> {
  const { accountId } = viewer;
  const event = await shownEvent(db, viewer, { eventId });
  const ballot = await ballots.at(db, { eventId: event.id, blockId });
  const [films, own, [view]] = await Promise.all([
    ballotFilms(db, { eventId: event.id, blockId }),
    votes.ofAccount(db, ballot.id, accountId),
    viewsOf(db, event, [ballot], clock.now()),
  ]);
  return { view: view as BallotView, films, own, refusal: await refusalFor() };

  async function refusalFor(): Promise<VoteRefusal | undefined> {
    if (own.length > 0 && (ballot.type === 'CHOICE' || own.length >= films.length)) return 'ALREADY_VOTED';
    const late = timeRefusal(ballot, clock.now());
    if (late) return late;
    const found = await voters.find(db, ballot.id, accountId);
    return found && voters.voterRefusal(found);
  }
}
