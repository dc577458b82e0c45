import type { Database } from '@marquee/data/database';
import * as accounts from '@marquee/ledger/accounts';
import * as paid from '@marquee/payments/orders';
import { createReconciler } from '@marquee/payments/reconciler';
import { randomWalk, type WalkTally } from '@marquee/payments/testing/random-walk';
import { createFilmSchema } from '@marquee/rules/film';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { transact } from '@marquee/service/use-case';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { viewers } from '@marquee/testing/viewers';
import { cancelOrder } from '../checkout/cancel-order.ts';
import { openOrder } from '../checkout/open-order.ts';
import { answerTestChallenge, confirmTestPayment } from '../checkout/pay-test-order.ts';
import { refundLostOrders } from '../checkout/refund-lost-orders.ts';
import { refundOrder } from '../checkout/refund-order.ts';
import { refundOwed } from '../checkout/refund-owed.ts';
import type { FilmResources } from '../resources.ts';
import { importFilm } from '../seed/import-film.ts';
import { startWaiting } from '../watch/waiting-rights.ts';
import { crashingOrders } from './crashing-orders.ts';

const PEOPLE = 6;
const FILMS = 4;
const PRICES = [499n, 999n];
const CRASHES = 0.015;
const SETTLE_EVERY = 50;
/** Among how many of the newest orders an operation chooses, so that its cost does not grow with the walk. */
const NEWEST = 200;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Longer than what a request has begun is left to it. */
const LEFT_MS = 65_000;
/**
 * Pays, pays slowly, is declined, asks, is disputed and lost, is disputed and won, is refunded slowly, and is refunded and the refund
 * fails later. None whose refund fails at once: of what could not be delivered, staff get an alert then.
 */
const CARDS = [
  ...['4242424242424242', '000123456789', '4000000000000002', '4000002500003155'],
  ...['4000000000000259', '4000000000002685', '4000000000007726', '4000000000005126'],
];
const NONE = new AbortController().signal;

type Found = { orderId: string; filmId: string; viewer: AccountViewer };

type OrderWalk = {
  seed: number;
  count: number;
  check: (tally: WalkTally) => Promise<void>;
  /** Whether what is rare has happened too; asked after `count`, which is done again, up to three times, until it has. */
  isVaried?: () => Promise<boolean>;
};

/**
 * Does `count` random operations on orders of some films: payments, declines, the bank's questions, slow money that comes late,
 * cancellations, refunds by staff and at the provider that may fail later and are made again, disputes, prices that change, films that are hidden and shown, and time that
 * passes, with crashes between any two steps. What crashed is done again, as its client or the sweeper would; what a provider sends
 * comes twice, and sometimes late. From time to time everything that is on its way arrives, and `check` looks at what there is.
 *
 * @throws Error at the first difference, with the seed
 */
export async function randomOrders(
  db: Database,
  { seed, count, check, isVaried = async () => true }: OrderWalk,
): Promise<WalkTally> {
  const walk = randomWalk(seed, CRASHES);
  const { random, pick, anyOf, uuid, through, tally } = walk;
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const { resources, sales } = crashingOrders(db, clock, walk.crashes);
  const { desk, test } = sales;
  const reconciler = createReconciler({ db, desk, clock, log: silentLog });
  const people = Array.from({ length: PEOPLE }, () => viewers.movieLover({ accountId: uuid() }));
  const staff = viewers.staff({ accountId: uuid() });
  const films = await makeFilms();
  walk.setCrashing(true);

  const operations: [number, () => Promise<unknown>][] = [
    [0.27, open],
    [0.52, pay],
    [0.58, answer],
    [0.61, cancel],
    [0.64, refund],
    [0.66, refundAtProvider],
    [0.7, refundAgain],
    [0.72, watch],
    [0.77, change],
    [1, () => pass([2 * SECOND_MS, 10 * SECOND_MS, MINUTE_MS, 31 * MINUTE_MS, 7 * HOUR_MS][pick(5)] ?? 0)],
  ];
  let end = count;
  for (let done = 1; done <= end; done += 1) {
    clock.advance(SECOND_MS);
    const at = random();
    const [, operation] = operations.find(([upTo]) => at < upTo) ?? walk.differ('nothing to do');
    await operation();
    tally.done = done;
    if (done % SETTLE_EVERY === 0 || done === end) await settle();
    if (done === end && end < 4 * count && !(await isVaried())) end += count;
  }
  return tally;

  /** Films with a price; of half of them the time begins with the first playback. */
  async function makeFilms(): Promise<string[]> {
    const ids = Array.from({ length: FILMS }, uuid);
    const { outbox, signals } = resources;
    for (const [n, id] of ids.entries()) {
      const fields = createFilmSchema.parse({ filmTitle: `Film ${n}`, projectType: 'SHORT' });
      const about = { id, createdBy: uuid(), createdAt: clock.now(), published: true, isApproved: true };
      const assets = [{ kind: 'FILM_VIDEO' as const, mediaId: uuid(), playableVersion: uuid(), durationMs: 60_000 }];
      await importFilm({ db, outbox, signals, clock }, { ...about, fields, assets });
    }
    await db.query('CREATE INDEX walk_newest ON orders (created_at DESC, id)');
    await db.query('UPDATE films SET is_free = false, usd_cost = $1', [PRICES[0]]);
    const windows = 'UPDATE films SET start_window_hours = 24, watch_window_hours = 6 WHERE id = ANY($1)';
    await db.query(windows, [ids.slice(FILMS / 2)]);
    return ids;
  }

  /** Somebody wants a film for its price, or for the one of before. */
  async function open(): Promise<void> {
    const [viewer, filmId, isOld] = [anyOf(people), anyOf(films), pick(10) === 0];
    const [film] = await db.query<{ usdCost: bigint }>('SELECT usd_cost FROM films WHERE id = $1', [filmId]);
    const price = isOld ? anyOf(PRICES) : (film?.usdCost ?? 0n);
    const input = { orderId: uuid(), filmId, price, place: undefined };
    await through('open', () => openOrder(resources, viewer, input));
  }

  /** One of the newest orders in these states, and its buyer. */
  async function orderIn(...states: string[]): Promise<Found | undefined> {
    const text = `SELECT id, account_id, item_id
      FROM (SELECT * FROM orders ORDER BY created_at DESC, id LIMIT ${NEWEST}) newest
      WHERE state = ANY($1) ORDER BY created_at DESC, id LIMIT 12`;
    const found = await db.query<{ id: string; accountId: string; itemId: string }>(text, [states]);
    const order = found[pick(Math.max(1, found.length))];
    const viewer = viewers.movieLover({ accountId: order?.accountId ?? '' });
    return order && { orderId: order.id, filmId: order.itemId, viewer };
  }

  async function pay(): Promise<void> {
    // Cards that pay, at once or slowly, are chosen more often than others.
    const number = pick(2) === 0 ? (CARDS[pick(2)] ?? '') : anyOf(CARDS);
    const found = await orderIn('CREATED', 'PAYING');
    if (!found) return;
    const card = { orderId: found.orderId, number, expiry: '12/34', securityCode: '123', place: undefined };
    await through('pay', () => confirmTestPayment(resources, found.viewer, card));
  }

  async function answer(): Promise<void> {
    const approved = pick(3) > 0;
    const found = await orderIn('PAYING');
    if (!found) return;
    await through('answer', () =>
      answerTestChallenge(resources, found.viewer, { orderId: found.orderId, approved, place: undefined }),
    );
  }

  async function cancel(): Promise<void> {
    const found = await orderIn('CREATED', 'PAYING');
    if (found) await through('cancel', () => cancelOrder(resources, found.viewer, { orderId: found.orderId }));
  }

  /** Staff give the money back, also of what was bought some time ago. */
  async function refund(): Promise<void> {
    const found = await orderIn('FULFILLED', 'PAID');
    if (!found) return;
    const { orderId } = found;
    await through('refund', () =>
      transact<FilmResources, unknown>(resources, (write) =>
        refundOrder(write, staff, { orderId, reason: 'It was asked for' }),
      ),
    );
    await through('send', () => desk.sendRefund(orderId));
  }

  /** All of what is left, or a part, given back in the pages of the provider. */
  async function refundAtProvider(): Promise<void> {
    const [id, isPart, found] = [uuid(), pick(2) === 0, await orderIn('FULFILLED')];
    const order = found && (await paid.find(db, found.orderId));
    if (!order?.paymentId) return;
    const { paymentId } = order;
    const left = paid.leftOf(order);
    await through('provider', async () => test?.refund({ id, paymentId, amount: isPart ? left / 3n : left }));
  }

  /** Staff have what is owed given back again, or have paid it in another way. */
  async function refundAgain(): Promise<void> {
    const owing = await db.query<{ id: string }>(
      'SELECT id FROM orders WHERE owed > 0 ORDER BY created_at DESC, id LIMIT 12',
    );
    const [order, paidElsewhere] = [owing[pick(Math.max(1, owing.length))], pick(4) === 0];
    if (order) await giveBackOwed(order.id, paidElsewhere);
  }

  async function giveBackOwed(orderId: string, paidElsewhere: boolean): Promise<void> {
    const input = { orderId, paidElsewhere, reason: 'The refund failed' };
    await through('refund again', () =>
      transact<FilmResources, unknown>(resources, (write) => refundOwed(write, staff, input)),
    );
    await through('send', () => desk.sendRefund(orderId));
  }

  /** Somebody begins to watch, from when the time of a film with a window runs. */
  async function watch(): Promise<void> {
    const [{ accountId }, filmId] = [anyOf(people), anyOf(films)];
    await through('watch', () =>
      transact<FilmResources, void>(resources, ({ tx }) => startWaiting(tx, { accountId, filmId, now: clock.now() })),
    );
  }

  /** A maker changes the price of a film, rather of one that somebody pays, and may hide it; those that were hidden are shown again. */
  async function change(): Promise<void> {
    const [price, isHidden] = [anyOf(PRICES), pick(3) === 0];
    const filmId = (await orderIn('PAYING'))?.filmId ?? anyOf(films);
    const text =
      'UPDATE films SET usd_cost = $2, published = id <> $1 OR NOT $3, updated_at = $4 WHERE id = $1 OR NOT published';
    await db.query(text, [filmId, price, isHidden, clock.now()]);
  }

  /** Time passes, and what works by itself does its round, in any order; what the provider sends may come later. */
  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    const rounds = [
      () => through('lost', () => refundLostOrders(resources, NONE)),
      () => through('sweep', () => desk.sweep(NONE)),
      () => through('events', async () => test?.run(desk.receive)),
    ];
    const [isLate, first] = [pick(3) === 0, pick(3)];
    for (let n = 0; n < 3; n += 1) {
      const round = (first + n) % 3;
      if (round < 2 || !isLate) await rounds[round]?.();
    }
  }

  /** Everything that is on its way arrives; of what is owed then, half is given back again, and what fails again is paid in another way. */
  async function settle(): Promise<void> {
    walk.setCrashing(false);
    await arrive();
    const owing = await listOwing();
    for (const id of owing.filter((_, n) => n % 2 === 0)) await giveBackOwed(id, false);
    if (owing.length > 0) await arrive();
    for (const id of await listOwing()) await giveBackOwed(id, true);
    await accounts.fold(db);
    await reconciler.run(NONE);
    for (const [differing, { kind }] of reconciler.counts()) if (differing > 0) walk.differ(`${differing} are ${kind}`);
    await check(tally);
    walk.setCrashing(true);
  }

  async function arrive(): Promise<void> {
    // A refund that failed is asked for again a day later.
    for (const ms of [LEFT_MS, LEFT_MS, 25 * HOUR_MS, LEFT_MS]) {
      clock.advance(ms);
      await test?.run(desk.receive);
      await desk.sweep(NONE);
      await refundLostOrders(resources, NONE);
    }
  }

  async function listOwing(): Promise<string[]> {
    const owing = await db.query<{ id: string }>('SELECT id FROM orders WHERE owed > 0 ORDER BY created_at, id');
    return owing.map(({ id }) => id);
  }
}
