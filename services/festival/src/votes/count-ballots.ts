import { every } from '@marquee/data/every';
import type { Loop } from '@marquee/service/define-service';
import { transact } from '@marquee/service/use-case';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import * as ballots from './ballots.ts';
import { ballotCounted, ballotOpened } from './vote-events.ts';
import { chainedHash } from './vote-record.ts';
import * as votes from './votes.ts';

/** Ballots of one round. */
const BALLOTS_MAX = 100;
/** Votes of one transaction. */
const VOTES_MAX = 2_000;

/**
 * Announces the ballots that have opened, extends the chains of ballots and sums their votes, and counts the ballots whose time
 * is over [FES-10].
 */
export function startCounting(resources: FestivalResources): Loop {
  const { config, log } = resources;
  const round = async (signal: AbortSignal) => {
    await openBallots(resources, signal);
    await countBallots(resources, signal);
  };
  return every(config.FLUSH_INTERVAL_MS, round, { name: 'ballots', log });
}

async function openBallots(resources: FestivalResources, signal: AbortSignal): Promise<void> {
  const { db, clock } = resources;
  for (const id of await ballots.newlyOpen(db, clock.now(), BALLOTS_MAX)) {
    if (signal.aborted) return;
    await transact<FestivalResources, void>(resources, async ({ tx, clock, emit }) => {
      const ballot = await ballots.lock(tx, id);
      const now = clock.now();
      // It was announced, moved or removed meanwhile.
      if (!ballot || ballot.openedAt || ballot.opensAt > now || ballot.closesAt <= now) return;
      await emit(ballotOpened(await ballots.markOpened(tx, id, now)));
    });
  }
}

async function countBallots(resources: FestivalResources, signal: AbortSignal): Promise<void> {
  const { db, clock } = resources;
  for (const id of await ballots.unfinished(db, clock.now(), BALLOTS_MAX)) {
    let isLeft = true;
    while (isLeft && !signal.aborted) {
      isLeft = await transact<FestivalResources, boolean>(resources, (write) => extendChain(write, id));
    }
  }
}

/** Gives the next votes their places. True while some are left. */
async function extendChain(write: FestivalWrite, id: string): Promise<boolean> {
  const { tx, clock, emit } = write;
  const now = clock.now();
  const found = await ballots.get(tx, id);
  // Nobody is in the middle of voting any more once the time is over and the ballot is held alone.
  const isOver = found.closesAt <= now;
  if (isOver) await ballots.holdAlone(tx, id);
  const ballot = await ballots.lock(tx, id);
  if (!ballot || ballot.countedAt) return false;
  const waiting = await votes.unnumbered(tx, id, VOTES_MAX);
  if (waiting.length > 0) await place(write, ballot, waiting);
  if (waiting.length === VOTES_MAX) return true;
  if (isOver) await emit(ballotCounted(await ballots.markCounted(tx, id, now)));
  return false;
}

async function place(
  { tx, touch, clock }: FestivalWrite,
  ballot: ballots.Ballot,
  waiting: readonly votes.Vote[],
): Promise<void> {
  let [head, number] = [ballot.chainHead as Uint8Array | null, ballot.records];
  const sums = new Map<string, { filmId: string; votes: bigint; scoreSum: bigint }>();
  const places = waiting.map(({ id, commitment, filmId, score }) => {
    head = chainedHash(head, commitment);
    number += 1n;
    const sum = sums.get(filmId) ?? { filmId, votes: 0n, scoreSum: 0n };
    sums.set(filmId, { filmId, votes: sum.votes + 1n, scoreSum: sum.scoreSum + BigInt(score) });
    return { id, number, hash: head };
  });
  // Dashboards have versions of the clock.
  touch('event-dashboard', { id: ballot.eventId, version: BigInt(clock.now().getTime()) });
  await votes.number(tx, places);
  await ballots.addCounts(tx, ballot.id, [...sums.values()]);
  if (head) await ballots.extend(tx, ballot.id, number, head);
}
