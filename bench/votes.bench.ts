// `votes`: what a vote costs from the press to the receipt, in festival's process and in PostgreSQL, against the statements that
// it cannot go without. It includes its place in the chain and in the sums, which follow by themselves. The gateway is not part
// of it. What was counted is compared with what was accepted afterwards.
import { loadavg } from 'node:os';
import { VoteService } from '@marquee/contracts/festival/v1/vote_pb';
import { printFigure, quantile } from '@marquee/runtime/bench/figure';
import pg from 'pg';
import { bareVote } from './bare-order.ts';
import type { FestivalAsked, FestivalSaid } from './festival-server.ts';
import { cpuMs, type Round, roundsText, startServed } from './served-process.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const VOTES = Number(process.env.BENCH_VOTES ?? 1_000);
const COUNTED_VOTES = 100;
const BALLOTS = 5;
/** As many as a service has. */
const CONNECTIONS = 8;

const festival = await startServed<FestivalAsked, FestivalSaid>('festival');
const pool = new pg.Pool({ connectionString: festival.databaseUrl, max: CONNECTIONS });
const { castVote } = festival.client(VoteService);
let accepted = 0;

try {
  const { ballots = [] } = await festival.ask({ ballots: BALLOTS });
  // Those of the baseline open later: the service would count what is written there as votes.
  const { ballots: bareBallots = [] } = await festival.ask({ ballots: BALLOTS });
  await pool.query("UPDATE ballots SET opens_at = closes_at - interval '1 minute' WHERE event_id = ANY($1::uuid[])", [
    bareBallots.map(({ eventId }) => eventId),
  ]);
  const { rows } = await pool.query<{ id: string; event_id: string }>('SELECT id, event_id FROM ballots');
  const ids = new Map(rows.map((row) => [row.event_id, row.id]));
  let next = 0;
  const choice = (of = ballots) => {
    next += 1;
    const { eventId, blockId, filmIds } = of[next % BALLOTS] as (typeof ballots)[number];
    return { eventId, blockId, filmId: filmIds[next % filmIds.length] as string };
  };
  const vote = () =>
    festival.asSomebody(async () => {
      await castVote({ ...choice(), score: 0 });
      accepted += 1;
    });
  const bare = () => {
    const { eventId, filmId } = choice(bareBallots);
    return bareVote(pool, { ballotId: ids.get(eventId) ?? '', filmId });
  };
  const [ours, theirs]: [Round[], Round[]] = [[], []];
  await festival.round(VOTES, vote);
  await festival.ownRound(VOTES, bare);
  // They are no votes, and must not be counted as ones.
  const forget = () => pool.query('DELETE FROM votes WHERE hash IS NOT NULL AND number IS NULL');
  await forget();
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await festival.round(VOTES, vote));
    theirs.push(await festival.ownRound(VOTES, bare));
    await forget();
  }
  await festival.ask({ counting: true });
  await festival.round(COUNTED_VOTES, vote);
  const { statements = 0 } = await festival.ask({ counting: false });
  const { votes } = await festival.ask('sums');
  const { violations } = await festival.ask('judge');
  if (votes !== accepted || violations?.length !== 0)
    throw new Error(`${accepted} votes were accepted and ${votes} counted: ${violations?.join(', ')}`);

  console.error(roundsText('a vote', ours));
  console.error(roundsText('its bare statements', theirs));
  console.error(`${(statements / COUNTED_VOTES).toFixed(1)} statements a vote, all loops of the service included`);
  const [middle, bareMiddle] = [ours, theirs].map((rounds) => quantile(rounds.map(cpuMs), 0.5)) as [number, number];
  printFigure({ name: 'votes', value: middle, unit: 'ms of CPU a vote', baseline: bareMiddle, digits: 2 });
  const perSecond = (rounds: Round[]) =>
    quantile(
      rounds.map((round) => round.perSecond),
      0.5,
    );
  printFigure({ name: 'votes a second', value: perSecond(ours), unit: 'votes', baseline: perSecond(theirs) });
  const took = ours.flatMap(({ tookMs }) => tookMs);
  printFigure({ name: 'votes p95', value: quantile(took, 0.95), unit: 'ms from the press to the receipt' });
  console.error(`load average ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await pool.end();
  await festival.stop();
}
