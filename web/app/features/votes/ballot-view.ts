import type { Ballot } from '@marquee/contracts/festival/v1/vote_pb';

/** A ballot as plain data for the page of its event. */
export type BallotView = { id: string; eventId: string; blockId: string; blockName: string; closesAt: string };

/** The page of an event is the same for hours: it says when a vote closes, and the vote's own page says whether it is open. */
export function ballotView({ id, eventId, blockId, blockName, closesAt }: Ballot): BallotView {
  const closes = closesAt ? new Date(Number(closesAt.seconds) * 1_000).toISOString() : '';
  return { id, eventId, blockId, blockName, closesAt: closes };
}
