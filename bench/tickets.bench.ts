// `tickets`: what an order of one ticket costs from the click to the ticket, in festival's process and in PostgreSQL, against the
// statements that it cannot go without. It includes what follows by itself: the provider's event, which the test provider
// sends twice, and the relay of events. The gateway is not part of it. What was sold is counted and judged afterwards.
import { loadavg } from 'node:os';
import { TicketCheckoutService } from '@marquee/contracts/festival/v1/tickets_pb';
import { OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { newId } from '@marquee/data/ids';
import { printFigure, quantile } from '@marquee/runtime/bench/figure';
import pg from 'pg';
import { bareOrder, openBareSale } from './bare-order.ts';
import type { FestivalAsked, FestivalSaid } from './festival-server.ts';
import { cpuMs, type Round, roundsText, startServed } from './served-process.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ORDERS = Number(process.env.BENCH_ORDERS ?? 800);
/** At once, as a sale that opens has them. */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 128);
const COUNTED_ORDERS = 50;
const PRICE = 1_200n;
/** As many as a service has. */
const CONNECTIONS = 8;
/** Tickets of the sale that is smaller than what is wanted of it. */
const SMALL = 50;
const CARD = { number: '4242424242424242', expiry: '12/34', securityCode: '123' };

const festival = await startServed<FestivalAsked, FestivalSaid>('festival', PEOPLE);
const pool = new pg.Pool({ connectionString: festival.databaseUrl, max: CONNECTIONS });
const checkout = festival.client(TicketCheckoutService);
let sold = 0;

/** From the click to the ticket; false where all are sold. */
const buy = (ticketTypeId: string) =>
  festival.asSomebody(async () => {
    const orderId = newId();
    const order = { orderId, ticketTypeId, quantity: 1, price: PRICE, admission: '', promoCode: '', discount: 0n };
    await checkout.openTicketOrder(order);
    const paid = await checkout.confirmTestTicketPayment({ orderId, ...CARD });
    if (paid.order?.state !== OrderState.FULFILLED || paid.order.tickets.length !== 1) throw new Error('no ticket');
    sold += 1;
  });

try {
  const quantity = (ROUNDS + 1) * ORDERS + COUNTED_ORDERS;
  const { typeId = '' } = await festival.ask({ sale: { quantity } });
  const bare = await openBareSale(pool, (await festival.ask({ sale: { quantity } })).typeId ?? '');
  const [ours, theirs]: [Round[], Round[]] = [[], []];
  await festival.round(ORDERS, () => buy(typeId));
  // Before the bare orders, whose books and units are not whole.
  const { violations = [] } = await festival.ask('judge');
  if (violations.length > 0) throw new Error(violations.join('\n'));
  await festival.ownRound(ORDERS, () => bareOrder(pool, bare));
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await festival.round(ORDERS, () => buy(typeId)));
    theirs.push(await festival.ownRound(ORDERS, () => bareOrder(pool, bare)));
  }
  await festival.ask({ counting: true });
  await festival.round(COUNTED_ORDERS, () => buy(typeId));
  const { statements = 0 } = await festival.ask({ counting: false });
  console.error(roundsText('an order', ours));
  console.error(roundsText('its bare statements', theirs));
  console.error(`${(statements / COUNTED_ORDERS).toFixed(1)} statements an order, all loops of the service included`);

  // More people than tickets.
  const small = await festival.ask({ sale: { quantity: SMALL } });
  const before = sold;
  await festival.round(3 * SMALL, () => buy(small.typeId ?? '').catch(() => undefined));
  if (sold - before !== SMALL) throw new Error(`${sold - before} of ${SMALL} tickets were sold`);

  const { violations: after = [] } = await festival.ask('judge');
  const ofOurs = after.filter((text) => text.includes(typeId) || text.includes(small.typeId ?? typeId));
  if (ofOurs.length > 0) throw new Error(ofOurs.join('\n'));
  const [middle, bareMiddle] = [ours, theirs].map((rounds) => quantile(rounds.map(cpuMs), 0.5)) as [number, number];
  printFigure({ name: 'tickets', value: middle, unit: 'ms of CPU an order', baseline: bareMiddle, digits: 2 });
  const perMinute = (rounds: Round[]) =>
    quantile(
      rounds.map(({ perSecond }) => perSecond * 60),
      0.5,
    );
  printFigure({ name: 'tickets a minute', value: perMinute(ours), unit: 'orders', baseline: perMinute(theirs) });
  const took = ours.flatMap(({ tookMs }) => tookMs);
  printFigure({ name: 'tickets p95', value: quantile(took, 0.95), unit: 'ms from the click to the ticket' });
  console.error(`load average ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await pool.end();
  await festival.stop();
}
