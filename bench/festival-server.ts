// The server of `tickets` and `votes`: festival in a process of its own, with what other services it calls as stand-ins. The
// process that started it makes sales and ballots.
import { newId } from '@marquee/data/ids';
import { invariants } from '@marquee/festival/invariants';
import { festivalService } from '@marquee/festival/testing/festival-service';
import { eventWithBlock } from '@marquee/festival/testing/planned-events';
import { ticketScene } from '@marquee/festival/testing/ticket-scene';
import * as ballots from '@marquee/festival/votes/ballots';
import { ledgerInvariants } from '@marquee/ledger/invariants';
import { serveLoad } from './serve-load.ts';

/** What the bench asks for, and what it answers. */
export type FestivalAsked = { sale: { quantity: number } } | { ballots: number } | 'sums';
export type BallotPlace = { eventId: string; blockId: string; filmIds: string[] };
export type FestivalSaid = {
  typeId?: string;
  ballots?: BallotPlace[];
  /** How many tickets and counted votes there are. */
  tickets?: number;
  votes?: number;
};

const HOUR_MS = 3_600_000;
const festival = await festivalService({ PAYMENT_PROVIDER: 'test' });
const { db, clock, service } = festival;
const scene = ticketScene(festival);

async function answer(asked: FestivalAsked): Promise<FestivalSaid> {
  if (asked === 'sums') return sums();
  if ('sale' in asked) return { typeId: (await scene.sale(asked.sale)).typeId };
  return { ballots: await openBallots(asked.ballots) };
}

async function sums(): Promise<FestivalSaid> {
  const [row] = await db.query<{ tickets: number; votes: number }>(
    `SELECT (SELECT count(*) FROM user_tickets WHERE valid)::int AS tickets,
       (SELECT coalesce(sum(votes), 0) FROM ballot_counts)::int AS votes`,
  );
  return row ?? {};
}

/** Ballots of a block with five films each, for hours. */
async function openBallots(count: number): Promise<BallotPlace[]> {
  const made: BallotPlace[] = [];
  for (let n = 0; n < count; n += 1) {
    const { eventId, blockId, filmIds } = await eventWithBlock(festival, ['Salt', 'Amber', 'Ash', 'Tin', 'Clay']);
    const closesAt = new Date(clock.now().getTime() + 4 * HOUR_MS);
    await db.transaction((tx) =>
      ballots.insert(tx, {
        ...{ id: newId(), eventId, blockId, type: 'CHOICE', opensAt: clock.now(), closesAt, createdAt: clock.now() },
        ...{ ticketHoldersOnly: false, attendedOnly: false },
      }),
    );
    made.push({ eventId, blockId, filmIds });
  }
  return made;
}

serveLoad({
  ...{ service, platform: { db, clock }, answer },
  invariants: [...ledgerInvariants, ...invariants.invariants],
  // What follows an order or a vote by itself is part of what it costs: the provider's events, the relay, the chain.
  left: `SELECT (SELECT count(*) FROM test_webhooks)::int + (SELECT count(*) FROM votes WHERE number IS NULL)::int
    + (SELECT count(*) FROM outbox WHERE published_at IS NULL)::int AS n`,
});
