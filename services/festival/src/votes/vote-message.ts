import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type BallotSchema,
  BallotState,
  BallotType,
  type OwnVoteSchema,
  type SaveBallotRequest,
  type VoteRecordSchema,
} from '@marquee/contracts/festival/v1/vote_pb';
import type { BallotTypeName } from '@marquee/rules/votes';
import type { OwnBallot } from './get-ballot.ts';
import type { BallotView } from './list-ballots.ts';
import type { Vote } from './votes.ts';

const hex = (bytes: Uint8Array | null) => (bytes ? Buffer.from(bytes).toString('hex') : '');

export function ballotMessage({
  ballot,
  state,
  event,
  blockName,
  results,
}: BallotView): MessageInitShape<typeof BallotSchema> {
  const { id, eventId, ticketHoldersOnly, attendedOnly, version } = ballot;
  return {
    ...{ id, eventId, ticketHoldersOnly, attendedOnly, version, blockId: ballot.blockId ?? '', blockName },
    ...{ eventName: event.name, festivalId: event.festivalId, chainHead: hex(ballot.chainHead) },
    type: BallotType[ballot.type as BallotTypeName],
    state: BallotState[state],
    opensAt: timestampFromDate(ballot.opensAt),
    closesAt: timestampFromDate(ballot.closesAt),
    results: results.map(({ filmId, filmTitle, votes, scoreSum }) => ({
      ...{ filmId, filmTitle, votes },
      score: ballot.type === 'SCORE' ? Number(scoreSum) / Number(votes) : 0,
    })),
  };
}

const ownVoteMessage = ({ filmId, score, commitment }: Vote): MessageInitShape<typeof OwnVoteSchema> => ({
  ...{ filmId, score, receipt: hex(commitment) },
});

export const ownBallotMessage = ({ view, films, own, refusal }: OwnBallot) => ({
  ...{ ballot: ballotMessage(view), films, refusal: refusal ?? '', ownVotes: own.map(ownVoteMessage) },
  filmId: view.ballot.type === 'CHOICE' ? (own[0]?.filmId ?? '') : '',
});

export const castMessage = ({ vote, festivalId }: { vote: Vote; festivalId: string }) => ({
  ...{ filmId: vote.filmId, receipt: hex(vote.commitment), festivalId },
});

export const recordsMessage = ({
  rows,
  nextCursor,
  isCounted,
}: {
  rows: Vote[];
  nextCursor: string;
  isCounted: boolean;
}) => ({
  records: rows.map((row): MessageInitShape<typeof VoteRecordSchema> => {
    const opened = isCounted && { filmId: row.filmId, score: row.score, salt: hex(row.salt) };
    return { number: row.number ?? 0n, commitment: hex(row.commitment), hash: hex(row.hash), ...opened };
  }),
  nextCursor,
});

/** A request with the name of its type, and dates in place of timestamps. */
export const saveBallotInput = (request: SaveBallotRequest) => ({
  ...request,
  type: BallotType[request.type] ?? '',
  opensAt: request.opensAt && timestampDate(request.opensAt),
  closesAt: request.closesAt && timestampDate(request.closesAt),
});
