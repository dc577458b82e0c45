import { VoteService } from '@marquee/contracts/festival/v1/vote_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { FestivalResources } from '../resources.ts';
import { castVote, castVoteSchema } from './cast-vote.ts';
import { getBallot } from './get-ballot.ts';
import { ballotRecipientsSchema, listBallotRecipients } from './list-ballot-recipients.ts';
import { eventIdSchema, listBallots } from './list-ballots.ts';
import { listVoteRecords, listVoteRecordsSchema } from './list-vote-records.ts';
import { removeBallot } from './remove-ballot.ts';
import { ballotPlaceSchema, saveBallot, saveBallotSchema } from './save-ballot.ts';
import { ballotMessage, castMessage, ownBallotMessage, recordsMessage, saveBallotInput } from './vote-message.ts';

export const voteRpc = rpc<FestivalResources>()(VoteService, {
  getBallot: read(ballotPlaceSchema, getBallot, ownBallotMessage),
  castVote: write(castVoteSchema, castVote, castMessage, { runsBesideOthers: true }),
  listBallots: read(eventIdSchema, listBallots, (views) => ({ ballots: views.map(ballotMessage) })),
  listVoteRecords: read(listVoteRecordsSchema, listVoteRecords, recordsMessage),
  listBallotRecipients: read(ballotRecipientsSchema, listBallotRecipients, ({ rows, nextCursor }) => ({
    accountIds: rows,
    nextCursor,
  })),
  saveBallot: write(saveBallotSchema, saveBallot, (view) => ({ ballot: ballotMessage(view) }), {
    from: saveBallotInput,
  }),
  removeBallot: write(ballotPlaceSchema, removeBallot, () => ({})),
});
