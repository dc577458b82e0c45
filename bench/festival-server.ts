// The server of `tickets` and `votes`: festival in a process of its own, with what other services it calls as stand-ins. The
// process that started it makes sales and ballots, runs the load, and reads the CPU, so that the load's own is not counted.
import { BROWSER_CALLER } from '@marquee/contracts/services';
import { newId } from '@marquee/data/ids';
import { invariants } from '@marquee/festival/invariants';
import { festivalService } from '@marquee/festival/testing/festival-service';
import { eventWithBlock } from '@marquee/festival/testing/planned-events';
import { ticketScene } from '@marquee/festival/testing/ticket-scene';
import * as ballots from '@marquee/festival/votes/ballots';
import { ledgerInvariants } from '@marquee/ledger/invariants';
import { signingKeyToPem } from '@marquee/runtime/keys';
import { connectMeter } from '@marquee/runtime/telemetry/instruments';
import { serviceKey, viewerKey } from '@marquee/testing/test-keys';

/** What the bench asks for, and what it answers: once to each. */
export type FestivalAsked =
  | { sale: { quantity: number } }
  | { ballots: number }
  | { counting: boolean }
  | 'cpu'
  | 'idle'
  | 'judge';
export type FestivalServer = { port: number; databaseUrl: string; viewerKey: string; callerKey: string; now: number };
export type BallotPlace = { eventId: string; blockId: string; filmIds: string[] };
export type FestivalSaid = {
  typeId?: string;
  ballots?: BallotPlace[];
  cpuMicros?: number;
  statements?: number;
  /** Invariants that do not hold, with how many tickets and counted votes there are. */
  violations?: string[];
  tickets?: number;
  votes?: number;
};

const HOUR_MS = 3_600_000;
const festival = await festivalService({ PAYMENT_PROVIDER: 'test' });
const { db, clock, service } = festival;
const scene = ticketScene(festival);
let statements = 0;

/** Counts statements, in rounds whose CPU is not measured. */
const countStatement = () => {
  statements += 1;
};
const countingMeter: Parameters<typeof connectMeter>[0] = {
  histogram: ({ name }) => (name.endsWith('db_query_seconds') ? countStatement : () => {}),
  counter: () => () => {},
  observed: () => {},
};

async function answer(asked: FestivalAsked): Promise<FestivalSaid> {
  if (asked === 'cpu') {
    const { user, system } = process.cpuUsage();
    return { cpuMicros: user + system };
  }
  if (asked === 'idle') return untilIdle();
  if (asked === 'judge') return judge();
  if ('sale' in asked) return { typeId: (await scene.sale(asked.sale)).typeId };
  if ('ballots' in asked) return { ballots: await openBallots(asked.ballots) };
  connectMeter(asked.counting ? countingMeter : undefined);
  const counted = statements;
  statements = 0;
  return { statements: counted };
}

/** What follows an order or a vote by itself is part of what it costs: the provider's events, the relay, the chain. */
async function untilIdle(): Promise<FestivalSaid> {
  for (;;) {
    const [left] = await db.query<{ n: number }>(
      `SELECT (SELECT count(*) FROM test_webhooks)::int + (SELECT count(*) FROM votes WHERE number IS NULL)::int
         + (SELECT count(*) FROM outbox WHERE published_at IS NULL)::int AS n`,
    );
    if (left?.n === 0) return {};
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function judge(): Promise<FestivalSaid> {
  const checks = [...ledgerInvariants, ...invariants.invariants];
  const violations = (await Promise.all(checks.map(({ check }) => check(db.query)))).flat();
  const [sums] = await db.query<{ tickets: number; votes: number }>(
    `SELECT (SELECT count(*) FROM user_tickets WHERE valid)::int AS tickets,
       (SELECT coalesce(sum(votes), 0) FROM ballot_counts)::int AS votes`,
  );
  return { violations, ...sums };
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

process.on('message', async (asked: FestivalAsked) => process.send?.(await answer(asked)));
process.on('disconnect', () => process.exit());
process.send?.({
  ...{ port: service.rpcPort, databaseUrl: db.url, now: clock.now().getTime() },
  ...{ viewerKey: signingKeyToPem(viewerKey), callerKey: signingKeyToPem(serviceKey(BROWSER_CALLER)) },
} satisfies FestivalServer);
