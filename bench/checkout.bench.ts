// `checkout`: unlocks of a film that are bought in a second, from the click to the unlock, with the test provider, against the
// statements that an order cannot go without; `checkout cpu` is what one costs in film's process and in PostgreSQL. It includes
// what follows by itself: the provider's event, which the test provider sends twice, and the relay of events. The gateway is
// not part of it. What was sold is counted and judged afterwards.
import { loadavg } from 'node:os';
import { CheckoutService, OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { newId } from '@marquee/data/ids';
import { printFigure, quantile } from '@marquee/runtime/bench/figure';
import pg from 'pg';
import { bareUnlock, openBareBooks } from './bare-order.ts';
import type { FilmAsked, FilmSaid } from './film-server.ts';
import { cpuMs, type Round, roundsText, startServed } from './served-process.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ORDERS = Number(process.env.BENCH_ORDERS ?? 400);
const COUNTED_ORDERS = 50;
const CENTS = 1_200;
/** As many as a service has. */
const CONNECTIONS = 8;
const CARD = { number: '4242424242424242', expiry: '12/34', securityCode: '123' };

const film = await startServed<FilmAsked, FilmSaid>('film');
const pool = new pg.Pool({ connectionString: film.databaseUrl, max: CONNECTIONS });
const checkout = film.client(CheckoutService);

try {
  const { filmId = '' } = await film.ask({ film: { cents: CENTS } });
  let sold = 0;
  const buy = () =>
    film.asSomebody(async () => {
      const orderId = newId();
      await checkout.openOrder({ orderId, filmId, price: BigInt(CENTS) });
      const { order } = await checkout.confirmTestPayment({ orderId, ...CARD });
      if (order?.state !== OrderState.FULFILLED) throw new Error('no unlock');
      sold += 1;
    });
  const bare = {
    filmId: (await film.ask({ film: { cents: CENTS } })).filmId ?? '',
    accounts: await openBareBooks(pool),
  };
  const [ours, theirs]: [Round[], Round[]] = [[], []];
  await film.round(ORDERS, buy);
  // Before the bare orders, whose books are not whole.
  const { violations = [] } = await film.ask('judge');
  if (violations.length > 0) throw new Error(violations.join('\n'));
  await film.ownRound(ORDERS, () => bareUnlock(pool, bare));
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await film.round(ORDERS, buy));
    theirs.push(await film.ownRound(ORDERS, () => bareUnlock(pool, bare)));
  }
  await film.ask({ counting: true });
  await film.round(COUNTED_ORDERS, buy);
  const { statements = 0 } = await film.ask({ counting: false });
  console.error(roundsText('an order', ours));
  console.error(roundsText('its bare statements', theirs));
  console.error(`${(statements / COUNTED_ORDERS).toFixed(1)} statements an order, all loops of the service included`);

  const { rows } = await pool.query('SELECT 1 FROM unlocks WHERE film_id = $1 AND paid_amount = $2', [filmId, CENTS]);
  if (rows.length !== sold) throw new Error(`${rows.length} unlocks of ${sold} that were paid`);

  const middle = (rounds: Round[], of: (round: Round) => number) => quantile(rounds.map(of), 0.5);
  const perSecond = ({ perSecond }: Round) => perSecond;
  const [value, baseline] = [middle(ours, perSecond), middle(theirs, perSecond)];
  printFigure({ name: 'checkout', value, unit: 'orders/s', baseline });
  const cpu = { value: middle(ours, cpuMs), baseline: middle(theirs, cpuMs) };
  printFigure({ name: 'checkout cpu', unit: 'ms of CPU an order', ...cpu, digits: 2 });
  const took = ours.flatMap(({ tookMs }) => tookMs);
  printFigure({ name: 'checkout p95', value: quantile(took, 0.95), unit: 'ms from the click to the unlock' });
  console.error(`load average ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await pool.end();
  await film.stop();
}
