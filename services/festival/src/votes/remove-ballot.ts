import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import { plannedEvent } from './ballot-event.ts';
import * as ballots from './ballots.ts';
import { type ballotPlaceSchema, found } from './save-ballot.ts';
import { ballotHasVotes } from './vote-errors.ts';
import { ballotChanged } from './vote-events.ts';
import * as votes from './votes.ts';

/** Removes a ballot while nobody has voted; one that is not there is removed already. */
export async function removeBallot(
  { tx, emit }: FestivalWrite,
  viewer: AccountViewer,
  { eventId, blockId }: z.output<typeof ballotPlaceSchema>,
): Promise<void> {
  const event = await plannedEvent(tx, viewer, { eventId });
  const ballot = await found(ballots.at(tx, { eventId: event.id, blockId }));
  if (!ballot) return;
  await ballots.holdAlone(tx, ballot.id);
  if (await votes.anyOn(tx, ballot.id)) throw ballotHasVotes();
  await ballots.remove(tx, ballot.id);
  await emit(ballotChanged({ ...ballot, version: ballot.version + 1n }));
}
