import { openDatabase } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { dataMigrations } from '@marquee/data/migrations';
import * as accounts from '@marquee/ledger/accounts';
import { ledgerInvariants } from '@marquee/ledger/invariants';
import { ledgerMigrations } from '@marquee/ledger/sources';
import { transfer } from '@marquee/ledger/transfers';
import { atEnd } from '@marquee/testing/cleanup';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { testDatabaseUrl } from '@marquee/testing/test-database';
import { earningsAccount } from './books.ts';
import type { OrderWrite } from './goods.ts';
import { createPayoutDesk } from './payout-desk.ts';
import { createPayoutReconciler } from './payout-reconciler.ts';
import * as payouts from './payouts.ts';
import { paymentsMigrations } from './sources.ts';
import { createTestPayouts, type TestPayoutAccount } from './test-payouts.ts';

const SIGNAL = new AbortController().signal;
const [HALF_A_MINUTE_MS, WEEK_MS, MONTH_MS] = [30_000, 7 * 86_400_000, 31 * 86_400_000];
const refusedFor = (reason: string) => expect.objectContaining({ reason });

/** Payouts at the test provider, for sellers who have earned something. `at` changes what happens outside of the desk. */
async function office() {
  const url = await testDatabaseUrl('payments', [dataMigrations, ledgerMigrations, paymentsMigrations]);
  const { log, said } = recordingLog();
  const db = openDatabase({ url, log, applicationName: 'test' });
  atEnd(() => db.close());
  const clock = fixedClock('2026-11-20T12:00:00.000Z');
  const at = { isDown: false, held: new Set<string>(), asked: 0, afterPay: async () => {} };
  const real = createTestPayouts({ db, clock, pageUrl: '/test-account' });
  const asking = async <T>(call: () => Promise<T>): Promise<T> => {
    at.asked += 1;
    if (at.isDown) throw new Error('there is no answer');
    return call();
  };
  const provider: typeof real = {
    ...real,
    createAccount: (owner) => asking(() => real.createAccount(owner)),
    getAccount: (id) => asking(() => real.getAccount(id)),
    onboardingLink: (id, path) => asking(() => real.onboardingLink(id, path)),
    dashboardLink: (id) => asking(() => real.dashboardLink(id)),
    getPayout: (id, accountId) => asking(() => real.getPayout(id, accountId)),
    pay: (asked) =>
      asking(async () => {
        const answer = await real.pay(asked);
        await at.afterPay();
        return answer;
      }),
  };
  const transact = <T>(work: (write: OrderWrite) => Promise<T>) => db.transaction((tx) => work({ tx, clock }));
  const isHeld = async (_db: unknown, ownerId: string) => at.held.has(ownerId);
  const desk = createPayoutDesk({ ...{ db, transact, provider, isHeld, clock, log }, currency: 'USD' });
  const reconciler = createPayoutReconciler({ db, provider, clock, log });

  async function earn(ownerId: string, amount: bigint): Promise<void> {
    await db.transaction(async (tx) => {
      const now = clock.now();
      const earnings = await earningsAccount(tx, { ownerId, currency: 'USD' }, now);
      const from = await accounts.open(tx, { kind: 'PROVIDER', owner: '', unit: 'USD', mayBeNegative: true }, now);
      const entries = [
        { accountId: from, amount: -amount },
        { accountId: earnings, amount },
      ];
      await transfer(tx, { id: newId(), reason: 'SALE', entries, state: 'POSTED', now });
    });
  }
  /** Somebody who has earned so much, and whose account pays as is said. */
  async function seller(amount = 5_000n, set: Partial<TestPayoutAccount> = {}): Promise<string> {
    const ownerId = newId();
    await earn(ownerId, amount);
    await desk.connect(ownerId, '/earnings');
    const account = await desk.account(ownerId);
    await real.setTestAccount(account?.accountId ?? '', { status: 'ENABLED', paysAs: 'PAID', ...set });
    await desk.account(ownerId);
    return ownerId;
  }
  const request = (ownerId: string, id = newId()) =>
    transact((write) => desk.request(write, { id, ownerId, currency: 'USD', cause: 'OWNER' }));
  async function balanceOf(ownerId: string): Promise<bigint> {
    const account = await accounts.find(db, { kind: 'EARNINGS', owner: ownerId, unit: 'USD' });
    return (await accounts.balance(db, account ?? '')).available;
  }
  const paidTo = async (ownerId: string) =>
    (await payouts.list(db, { ownerId, after: undefined, limit: 10 })).map(({ state, cause }) => [cause, state]);
  return {
    ...{ db, clock, at, real, desk, said, earn, seller, request, balanceOf, paidTo, transact },
    sweep: () => desk.sweep(SIGNAL),
    async differences(signal = SIGNAL): Promise<number> {
      await reconciler.run(signal);
      for (const { check, name } of ledgerInvariants) expect([name, await check(db.query)]).toEqual([name, []]);
      return reconciler.counts()[0]?.[0] ?? -1;
    },
  };
}

test('all that a seller can have is paid out, once for an id, and one at a time', async () => {
  const { desk, earn, seller, request, balanceOf, differences } = await office();
  const ownerId = await seller();
  const payout = await request(ownerId);
  expect(payout).toMatchObject({ amount: 5_000n, state: 'PENDING', endedAt: null });
  expect(await balanceOf(ownerId)).toBe(0n);
  expect(await request(ownerId, payout.id)).toMatchObject({ id: payout.id, amount: 5_000n });
  await expect(request(await seller(), payout.id)).rejects.toEqual(refusedFor('PAYOUT_ID_REUSED'));
  await earn(ownerId, 2_000n);
  await expect(request(ownerId)).rejects.toEqual(refusedFor('PAYOUT_UNDER_WAY'));
  expect(await desk.send(payout.id)).toMatchObject({ state: 'PAID', failure: '', endedAt: expect.any(Date) });
  expect((await request(ownerId)).amount).toBe(2_000n);
  expect(await differences()).toBe(0);
});

test("what a bank refuses is the seller's again", async () => {
  const { desk, seller, request, balanceOf, differences } = await office();
  const ownerId = await seller(5_000n, { paysAs: 'FAILED' });
  const { id } = await request(ownerId);
  expect(await desk.send(id)).toMatchObject({ state: 'FAILED', failure: 'account_closed' });
  expect(await balanceOf(ownerId)).toBe(5_000n);
  expect(await differences()).toBe(0);
});

test('nothing is paid out without an account that may be paid, while payouts are held, or below ten dollars', async () => {
  const { at, real, desk, earn, seller, request } = await office();
  const [ownerId, poor, enough] = [await seller(), await seller(999n), await seller(1_000n)];
  const stranger = newId();
  await earn(stranger, 5_000n);
  await expect(request(stranger)).rejects.toEqual(refusedFor('PAYOUT_ACCOUNT_NEEDED'));
  await expect(request(poor)).rejects.toEqual(refusedFor('PAYOUT_TOO_SMALL'));
  expect(await request(enough)).toMatchObject({ amount: 1_000n });
  at.held.add(ownerId);
  await expect(request(ownerId)).rejects.toEqual(refusedFor('PAYOUT_HELD'));
  at.held.clear();
  const account = await desk.account(ownerId);
  await real.setTestAccount(account?.accountId ?? '', { status: 'RESTRICTED', paysAs: 'PAID' });
  expect(await desk.account(ownerId)).toMatchObject({ status: 'RESTRICTED' });
  await expect(request(ownerId)).rejects.toEqual(refusedFor('PAYOUT_ACCOUNT_NEEDED'));
});

test('an account is connected once, for who may still have it, and shown as it was known while nobody answers', async () => {
  const { db, at, said, desk, seller } = await office();
  const ownerId = newId();
  expect(await desk.account(ownerId)).toBeUndefined();
  await expect(desk.dashboard(ownerId)).rejects.toEqual(refusedFor('PAYOUT_ACCOUNT_NEEDED'));
  const gone = { id: newId(), requireStill: async () => Promise.reject(new Error('no longer')) };
  await expect(desk.connect(ownerId, '/earnings', gone)).rejects.toThrow('no longer');
  expect(await desk.account(ownerId)).toBeUndefined();
  at.isDown = true;
  await expect(desk.connect(ownerId, '/earnings')).rejects.toEqual(refusedFor('PAYOUT_CONNECT_FAILED'));
  at.isDown = false;
  expect(await desk.connect(ownerId, '/earnings')).toBe('/test-account');
  const { asked } = at;
  expect(await desk.connect(ownerId, '/earnings')).toBe('/test-account');
  expect([at.asked - asked, await desk.dashboard(ownerId)]).toEqual([1, '/test-account']);
  await expect(desk.dashboard(ownerId, gone)).rejects.toThrow('no longer');

  const known = await seller();
  at.isDown = true;
  expect(await desk.account(known)).toMatchObject({ ownerId: known, status: 'ENABLED' });
  expect(said()).toEqual(['a payout account could not be asked about']);
  await expect(desk.connect(known, '/earnings')).rejects.toEqual(refusedFor('PAYOUT_CONNECT_FAILED'));
  await expect(desk.dashboard(known)).rejects.toEqual(refusedFor('PAYMENT_PROVIDER_UNAVAILABLE'));
  await db.transaction((tx) => payouts.removeAccount(tx, known));
  expect(await desk.account(known)).toBeUndefined();
});

test('a payout that another process has ended meanwhile is ended once', async () => {
  const { at, desk, seller, request, differences } = await office();
  const { id } = await request(await seller());
  at.afterPay = async () => {
    at.afterPay = async () => {};
    await desk.send(id);
  };
  expect(await desk.send(id)).toMatchObject({ state: 'PAID' });
  const { asked } = at;
  expect(await desk.send(id)).toMatchObject({ state: 'PAID' });
  expect(await desk.send(newId())).toBeUndefined();
  expect(at.asked).toBe(asked);
  expect(await differences()).toBe(0);
});

test('the sweeper repeats what a request left for half a minute, and asks about what is slow until it has ended', async () => {
  const { at, clock, said, seller, request, paidTo, sweep } = await office();
  const [left, slow] = [await seller(), await seller(5_000n, { paysAs: 'SLOW' })];
  for (const ownerId of [left, slow]) await request(ownerId);
  await sweep();
  expect([await paidTo(left), at.asked > 0]).toEqual([[['OWNER', 'PENDING']], true]);
  clock.advance(HALF_A_MINUTE_MS + 1);
  at.isDown = true;
  await sweep();
  expect(said()).toEqual(['a payout could not be swept', 'a payout could not be swept']);
  at.isDown = false;
  clock.advance(HALF_A_MINUTE_MS + 1);
  await sweep();
  expect([await paidTo(left), await paidTo(slow)]).toEqual([[['OWNER', 'PAID']], [['OWNER', 'PENDING']]]);
  clock.advance(HALF_A_MINUTE_MS + 1);
  await sweep();
  expect(await paidTo(slow)).toEqual([['OWNER', 'PAID']]);
});

test('each month pays once what there is, later what was held, and nothing of too little', async () => {
  const { at, clock, desk, earn, seller, paidTo, sweep, differences } = await office();
  const [rich, poor, held] = [await seller(), await seller(999n), await seller()];
  await sweep();
  expect(await paidTo(rich)).toEqual([]);
  clock.advance(MONTH_MS);
  at.held.add(held);
  await sweep();
  expect([await paidTo(rich), await paidTo(poor), await paidTo(held)]).toEqual([[['MONTH', 'PAID']], [], []]);
  at.held.clear();
  for (const ownerId of [rich, poor]) await earn(ownerId, 5_000n);
  await sweep();
  expect([await paidTo(rich), await paidTo(poor), await paidTo(held)]).toEqual([
    [['MONTH', 'PAID']],
    [],
    [['MONTH', 'PAID']],
  ]);
  clock.advance(MONTH_MS);
  await expect(desk.sweep(AbortSignal.abort(new Error('leaving')))).rejects.toThrow('leaving');
  await sweep();
  expect([(await paidTo(rich)).length, await paidTo(poor)]).toEqual([2, [['MONTH', 'PAID']]]);
  expect(await differences()).toBe(0);
});

describe('what differs between payouts, books and provider is counted until it fits again', () => {
  test('what the books or the provider say otherwise', async () => {
    const { db, at, said, desk, seller, request, differences } = await office();
    const [booked, paid] = [await request(await seller()), await request(await seller())];
    await desk.send(paid.id);
    expect(await differences()).toBe(0);
    await expect(differences(AbortSignal.abort(new Error('leaving')))).rejects.toThrow('leaving');
    await db.query('UPDATE payouts SET amount = 4999 WHERE id = $1', [booked.id]);
    expect(await differences()).toBe(1);
    await db.query('UPDATE payouts SET amount = 5000 WHERE id = $1', [booked.id]);
    expect(await differences()).toBe(0);
    await db.query("UPDATE test_payouts SET status = 'FAILED' WHERE id = $1", [paid.id]);
    expect([await differences(), await differences()]).toEqual([1, 1]);
    at.isDown = true;
    expect(await differences()).toBe(1);
    expect(said()).toContain('a payout could not be compared with the payment provider');
    at.isDown = false;
    await db.query("UPDATE test_payouts SET status = 'PAID' WHERE id = $1", [paid.id]);
    expect(await differences()).toBe(0);
    const [differs, fits] = [
      'a payout, the books and the payment provider differ',
      'a payout that differed fits again',
    ];
    expect(said().filter((line) => line === differs || line === fits)).toEqual([differs, fits, differs, fits]);
  });

  test('what is on its way for more than a week', async () => {
    const { at, clock, seller, request, differences } = await office();
    await request(await seller());
    clock.advance(WEEK_MS);
    expect(await differences()).toBe(0);
    at.isDown = true;
    expect(await differences()).toBe(0);
    at.isDown = false;
    clock.advance(1);
    expect(await differences()).toBe(1);
  });
});
