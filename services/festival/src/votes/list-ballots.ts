import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { Event } from '../programme/events.ts';
import type { FestivalResources } from '../resources.ts';
import { shownEvent } from './ballot-event.ts';
import { type BallotFilm, ballotFilms, blockNames } from './ballot-films.ts';
import { type BallotStateName, stateOf } from './ballot-state.ts';
import * as ballots from './ballots.ts';

export const eventIdSchema = z.object({ eventId: z.string() });

/** A ballot with all that its message says. The results are empty until it is counted. */
export type BallotView = {
  ballot: ballots.Ballot;
  state: BallotStateName;
  event: Event;
  blockName: string;
  results: (ballots.BallotCount & Pick<BallotFilm, 'filmTitle'>)[];
};

/** The ballots of an event [FES-10]. */
export async function listBallots(
  { db, clock }: FestivalResources,
  viewer: Viewer,
  { eventId }: z.output<typeof eventIdSchema>,
): Promise<BallotView[]> {
  const event = await shownEvent(db, viewer, { eventId });
  return viewsOf(db, event, await ballots.listOfEvent(db, event.id), clock.now());
}

/** Ballots of an event as they are shown. */
export async function viewsOf(
  db: ballots.Queryable,
  event: Event,
  listed: readonly ballots.Ballot[],
  now: Date,
): Promise<BallotView[]> {
  const counted = listed.filter((ballot) => stateOf(ballot, now) === 'COUNTED').map(({ id }) => id);
  const [names, counts, films] = await Promise.all([
    blockNames(db, event.id),
    counted.length > 0 ? ballots.counts(db, counted) : [],
    counted.length > 0 ? ballotFilms(db, { eventId: event.id, blockId: '' }) : [],
  ]);
  const titles = new Map(films.map(({ filmId, filmTitle }) => [filmId, filmTitle]));
  return listed.map((ballot) => ({
    ...{ ballot, event, state: stateOf(ballot, now), blockName: names.get(ballot.blockId ?? '') ?? '' },
    results: counts
      .filter(({ ballotId }) => ballotId === ballot.id)
      .map((count) => ({ ...count, filmTitle: titles.get(count.filmId) ?? '' })),
  }));
}
