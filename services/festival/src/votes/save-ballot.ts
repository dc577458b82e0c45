import { newId } from '@marquee/data/ids';
import { ballotSchema, VOTE_LIMITS } from '@marquee/rules/votes';
import { DomainError } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as blocks from '../programme/blocks.ts';
import type { FestivalWrite } from '../resources.ts';
import { plannedEvent } from './ballot-event.ts';
import { ballotFilms } from './ballot-films.ts';
import * as ballots from './ballots.ts';
import { type BallotView, viewsOf } from './list-ballots.ts';
import { ballotHasVotes, closesInPast, noFilmsToVoteFor, tooManyBallots } from './vote-errors.ts';
import { ballotChanged } from './vote-events.ts';
import * as votes from './votes.ts';

export const ballotPlaceSchema = z.object({ eventId: z.string(), blockId: z.string() });
export const saveBallotSchema = z.intersection(ballotPlaceSchema, ballotSchema);

/** Makes the ballot of an event or block, or changes it while nobody has voted [FES-10]. */
export async function saveBallot(
  write: FestivalWrite,
  viewer: AccountViewer,
  { eventId, blockId, type, opensAt, closesAt, ticketHoldersOnly, attendedOnly }: z.output<typeof saveBallotSchema>,
): Promise<BallotView> {
  const { tx, clock, emit } = write;
  const event = await plannedEvent(tx, viewer, { eventId });
  if (closesAt <= clock.now()) throw closesInPast();
  if (blockId !== '') await blocks.get(tx, event.id, blockId);
  if ((await ballotFilms(tx, { eventId: event.id, blockId })).length === 0) throw noFilmsToVoteFor();
  const fields = { type, opensAt, closesAt, ticketHoldersOnly, attendedOnly };
  const standing = await found(ballots.at(tx, { eventId: event.id, blockId }));
  const saved = standing ? await change(write, standing, fields) : await make();
  await emit(ballotChanged(saved));
  const [view] = await viewsOf(tx, event, [saved], clock.now());
  return view as BallotView;

  async function make(): Promise<ballots.Ballot> {
    const others = await ballots.listOfEvent(tx, event.id);
    if (others.length >= VOTE_LIMITS.perEventMax) throw tooManyBallots();
    const place = { eventId: event.id, blockId: blockId || null };
    return ballots.insert(tx, { id: newId(), ...place, ...fields, createdAt: clock.now() });
  }
}

async function change(
  { tx }: FestivalWrite,
  { id }: ballots.Ballot,
  fields: Parameters<typeof ballots.update>[2],
): Promise<ballots.Ballot> {
  await ballots.holdAlone(tx, id);
  if (await votes.anyOn(tx, id)) throw ballotHasVotes();
  return ballots.update(tx, id, fields);
}

/** What is found, or undefined where there is no ballot. */
export async function found(ballot: Promise<ballots.Ballot>): Promise<ballots.Ballot | undefined> {
  try {
    return await ballot;
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'BALLOT_NOT_FOUND') return undefined;
    throw error;
  }
}
