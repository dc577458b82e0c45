import { type Database, openDatabase } from '@marquee/data/database';
import { dataMigrations } from '@marquee/data/migrations';
import { coinPayments } from '@marquee/film/checkout/coin-payments';
import { routePayments } from '@marquee/film/checkout/payment-routes';
import { ledgerInvariants } from '@marquee/ledger/invariants';
import { ledgerMigrations } from '@marquee/ledger/sources';
import { randomFrom } from '@marquee/ledger/testing/random-operations';
import { createOrderDesk } from '@marquee/payments/order-desk';
import type { Order, OrderState } from '@marquee/payments/orders';
import { paymentsMigrations } from '@marquee/payments/sources';
import { type Crashes, crashing } from '@marquee/payments/testing/crashing';
import { invariants } from '@marquee/rewards/invariants';
import { type RewardsUnderTest, rewardsService } from '@marquee/rewards/testing/rewards-service';
import { COIN_ORDER_MINUTES, COIN_UNIT } from '@marquee/rules/coins';
import { DomainError } from '@marquee/runtime/errors';
import { atEnd } from '@marquee/testing/cleanup';
import { silentLog } from '@marquee/testing/silent-log';
import { testDatabaseUrl } from '@marquee/testing/test-database';

const COUNT = 600;
const SEED = 20_261_128;

test('random orders paid with coins, with crashes between any two steps: each is delivered and paid, or neither [WAT-02:coins]', async () => {
  const rewards = await rewardsService();
  const { tally, db } = await randomCoins(rewards, { seed: SEED, count: COUNT });
  for (const { check, name } of ledgerInvariants) expect([SEED, name, await check(db.query)]).toEqual([SEED, name, []]);
  for (const { check, name } of invariants.invariants) {
    expect([SEED, name, await check(rewards.db.query)]).toEqual([SEED, name, []]);
  }
  // Each kind of thing happened often enough to mean something.
  const { FULFILLED = 0, REFUNDED = 0, EXPIRED = 0, crashed, refused } = tally;
  const isVaried = [FULFILLED, REFUNDED, EXPIRED, refused].every((n) => n > 5) && crashed > COUNT / 20;
  expect({ SEED, ...tally, isVaried }).toMatchObject({ isVaried: true });
}, 130_000);

const SIGNAL = new AbortController().signal;
const CRASHES = 0.08;
const PEOPLE = 4;
const EARNED = 400n;
const PRICE = 30n;
const MINUTE_MS = 60_000;

type CoinsTally = { crashed: number; refused: number } & Partial<Record<OrderState, number>>;
type Bought = { id: string; accountId: string };

/** The shop of the test, in a database of its own: orders of things that each buyer has or has not. */
async function openShop(): Promise<Database> {
  const url = await testDatabaseUrl('coins', [dataMigrations, ledgerMigrations, paymentsMigrations]);
  const db = openDatabase({ url, log: silentLog, applicationName: 'test' });
  atEnd(() => db.close());
  await db.query('CREATE TABLE owned (order_id uuid PRIMARY KEY)');
  return db;
}

/**
 * Does `count` random operations on orders that are paid with coins, between the order machine of one database and rewards
 * with another, with crashes between any two steps and answers that are lost. What crashed is asked for again or left to the
 * sweeper. At the end all that is on its way arrives, and each order is compared with what its buyer has and with their coins.
 *
 * @throws Error at the first difference, with the seed
 */
async function randomCoins(
  rewards: RewardsUnderTest,
  { seed, count }: { seed: number; count: number },
): Promise<{ tally: CoinsTally; db: Database }> {
  const random = randomFrom(seed);
  const pick = (below: number) => Math.floor(random() * below);
  const { clock } = rewards;
  let mayCrash = true;
  const crashes: Crashes = {
    happened: false,
    next: () => (mayCrash && random() < CRASHES ? (['BEFORE', 'BEFORE_COMMIT', 'AFTER'] as const)[pick(3)] : undefined),
  };
  const db = await openShop();
  const shop = crashing(db, routePayments(undefined, coinPayments(rewards.film)), crashes);
  const desk = createOrderDesk({
    ...{ db: shop.db, provider: shop.provider, clock, log: silentLog },
    transact: (work) => shop.db.transaction((tx) => work({ tx, clock })),
    goods: {
      async deliver({ tx }, { id }) {
        // Some things cannot be had any more when they are paid.
        if (pick(10) === 0) return undefined;
        await tx.query('INSERT INTO owned VALUES ($1)', [id]);
        return new Date(clock.now().getTime() + 24 * 60 * MINUTE_MS);
      },
      takeBack: async ({ tx }, { id }) => void (await tx.query('DELETE FROM owned WHERE order_id = $1', [id])),
      restore: async ({ tx }, { id }) => void (await tx.query('INSERT INTO owned VALUES ($1)', [id])),
      changed: async () => {},
    },
  });
  const tally: CoinsTally = { crashed: 0, refused: 0 };
  const people: string[] = [];
  for (let n = 0; n < PEOPLE; n += 1) people.push((await rewards.owner(Number(EARNED))).viewer.accountId);
  const bought: Bought[] = [];

  for (let done = 0; done < count; done += 1) {
    const kind = random();
    const old = bought.slice(-12)[pick(Math.min(12, bought.length))];
    if (kind < 0.5 || !old) await buy({ id: uuidOf(random), accountId: people[pick(PEOPLE)] ?? '' }, true);
    else if (kind < 0.65) await buy(old, false);
    else if (kind < 0.75) await attempt(() => desk.cancel(old.id));
    else if (kind < 0.9) await giveBack(old);
    else await pass(1 + pick(2));
  }
  mayCrash = false;
  for (let n = 0; n < 4; n += 1) await pass(COIN_ORDER_MINUTES);
  await compare();
  return { tally, db };

  async function buy(order: Bought, isNew: boolean): Promise<void> {
    if (isNew) bought.push(order);
    await attempt(async () => {
      const now = clock.now();
      const heldUntil = new Date(now.getTime() + COIN_ORDER_MINUTES * MINUTE_MS);
      const sold = { kind: 'THING', itemId: order.id, amount: PRICE, currency: COIN_UNIT, fee: PRICE };
      const more = { payeeId: order.id, provider: 'coins', heldUntil, createdAt: now };
      await shop.db.transaction((tx) => desk.open({ tx, clock }, { ...order, ...sold, ...more }));
      await desk.startPayment(order.id, 'A thing');
    });
  }

  async function giveBack({ id }: Bought): Promise<void> {
    const asked = { kind: 'STAFF', reason: 'Asked for', askedBy: null } as const;
    await attempt(async () => {
      await shop.db.transaction((tx) => desk.askRefund({ tx, clock }, id, asked));
      await desk.sendRefund(id);
    });
  }

  /** One try: it ends, is refused, or crashes and is left as it is. */
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    crashes.happened = false;
    try {
      await work();
    } catch (error) {
      if (!crashes.happened && !(error instanceof DomainError)) throw error;
      if (!crashes.happened) tally.refused += 1;
    }
    if (crashes.happened) tally.crashed += 1;
  }

  async function pass(minutes: number): Promise<void> {
    clock.advance(minutes * MINUTE_MS + 1_000);
    await attempt(() => desk.sweep(SIGNAL));
  }

  async function compare(): Promise<void> {
    const text = 'SELECT o.*, w.order_id IS NOT NULL AS is_owned FROM orders o LEFT JOIN owned w ON w.order_id = o.id';
    const orders = await db.query<Order & { isOwned: boolean }>(text);
    const spent = new Map<string | null, bigint>();
    for (const { id, accountId, state, isOwned, isHeld } of orders) {
      tally[state] = (tally[state] ?? 0) + 1;
      if (!['FULFILLED', 'REFUNDED', 'CANCELLED', 'EXPIRED'].includes(state)) differ(`order ${id} is still ${state}`);
      if (isOwned !== (state === 'FULFILLED')) differ(`order ${id} is ${state}, and its thing is owned: ${isOwned}`);
      if (isHeld) differ(`the coins of order ${id} are not taken`);
      if (state === 'FULFILLED') spent.set(accountId, (spent.get(accountId) ?? 0n) + PRICE);
    }
    const balances = `SELECT a.owner, sum(v.posted)::bigint AS posted, sum(v.held)::bigint AS held FROM ledger_accounts a
      JOIN (SELECT account_id, posted, held FROM ledger_balances UNION ALL SELECT account_id, posted, held FROM ledger_changes) v
        ON v.account_id = a.id WHERE a.kind = 'WALLET' AND a.owner = ANY($1) GROUP BY a.owner`;
    const wallets = await rewards.db.query<{ owner: string; posted: bigint; held: bigint }>(balances, [people]);
    for (const { owner, posted, held } of wallets) {
      const expected = EARNED - (spent.get(owner) ?? 0n);
      if (posted !== expected || held !== 0n) differ(`${owner} has ${posted} and ${held}, not ${expected}`);
    }
  }

  function differ(what: string): never {
    throw new Error(`seed ${seed}: ${what}`);
  }
}

function uuidOf(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
