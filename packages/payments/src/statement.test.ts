import { newId } from '@marquee/data/ids';
import * as accounts from '@marquee/ledger/accounts';
import { bookPayoutEnd, holdPayout } from './books.ts';
import { bookOf, held } from './earnings.ts';
import { payoutPage } from './payout-page.ts';
import * as payouts from './payouts.ts';
import { readStatement } from './statement.ts';
import { createTestProvider } from './test-provider.ts';
import { testShop } from './testing/test-shop.ts';

const KEY = 'a key of the cursors, which is long enough';

/** A seller who has sold things, and what they read of it. */
async function seller() {
  const made = await testShop(({ db, clock }) => createTestProvider({ db, clock, webhookSecret: 'webhook-secret' }));
  const { db, clock, provider, desk, started } = made;
  const ownerId = newId();
  async function sell(number = '4242424242424242'): Promise<string> {
    const { orderId, paymentId } = await started({ payeeId: ownerId });
    await provider.confirm(paymentId, { number });
    await desk.refresh(orderId);
    return orderId;
  }
  const quarter = (year: number, quarter: number, more: { pageSize?: number; cursor?: string } = {}) =>
    readStatement(db, KEY, { ownerId, year, quarter, pageSize: 10, cursor: '', ...more });
  async function payOut(amount: bigint, state?: 'PAID' | 'FAILED'): Promise<string> {
    const payout = { id: newId(), ownerId, amount, currency: 'USD' };
    const row = { ...payout, provider: 'test', accountId: 'acct', cause: 'OWNER' as const, createdAt: clock.now() };
    await db.transaction(async (tx) => {
      await payouts.insert(tx, row);
      await holdPayout(tx, payout, clock.now());
      if (!state) return;
      await bookPayoutEnd(tx, payout.id, state, clock.now());
      const whole = { ...row, state: 'PENDING' as const, failure: '', endedAt: null };
      await payouts.end(tx, whole, { state, failure: '' }, clock.now());
    });
    return payout.id;
  }
  return { ...made, ownerId, sell, quarter, payOut };
}

test('a quarter adds up: what there was before, its lines, and what there was after', async () => {
  const { clock, sell, refund, quarter, payOut } = await seller();
  clock.set('2026-09-30T23:59:59.999Z');
  await sell();
  clock.set('2026-10-01T00:00:00.000Z');
  const order = await sell();
  clock.advance(1_000);
  await refund(order, 100n);
  clock.advance(1_000);
  await payOut(300n, 'PAID');
  await payOut(200n, 'FAILED');
  clock.set('2026-12-31T23:59:59.999Z');
  await sell();
  clock.set('2027-01-01T00:00:00.000Z');
  await sell();

  const { rows, totals, ...sums } = await quarter(2026, 4);
  expect(sums).toEqual({ opening: 399n, closing: 817n, paidOut: 300n, nextCursor: '' });
  expect(rows.map(({ reason, amount, fee }) => [reason, amount, fee])).toEqual([
    ['SALE', 399n, 100n],
    ['STAFF', -80n, -20n],
    ['PAYOUT', -300n, 0n],
    ['SALE', 399n, 100n],
  ]);
  expect(totals).toEqual({ sales: 2n, refunds: 1n, earnings: 718n, fee: 180n });
  expect(rows[0]).toMatchObject({ orderId: order, kind: 'THING' });
  expect((await quarter(2026, 3)).closing).toBe(399n);
  expect(await quarter(2027, 1)).toMatchObject({ opening: 817n, closing: 1_216n, totals: { sales: 1n, refunds: 0n } });
});

test('the lines come by pages, and who has sold nothing has none', async () => {
  const { clock, sell, quarter, db } = await seller();
  expect(await quarter(2026, 4)).toMatchObject({ opening: 0n, closing: 0n, rows: [], nextCursor: '' });
  for (let sold = 0; sold < 3; sold += 1) {
    await sell();
    clock.advance(1_000);
  }
  const first = await quarter(2026, 4, { pageSize: 2 });
  const second = await quarter(2026, 4, { pageSize: 2, cursor: first.nextCursor });
  expect([first.rows.length, second.rows.length, second.nextCursor]).toEqual([2, 1, '']);
  const ids = [...first.rows, ...second.rows].map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  await expect(quarter(2026, 3, { cursor: first.nextCursor })).rejects.toMatchObject({ kind: 'INVALID' });
  expect(await bookOf(db, newId())).toBeUndefined();
});

test('what payouts and refunds hold is distinguished, and payouts are listed, the newest first', async () => {
  const { db, clock, ownerId, sell, payOut, refund, refundsOf } = await seller();
  const order = await sell('4000000000007726');
  await refund(order, 100n);
  expect(await refundsOf(order)).toMatchObject([{ state: 'PENDING' }]);
  const [mine = ''] = [(await bookOf(db, ownerId))?.mine];
  expect(await held(db, mine)).toEqual({ payouts: 0n, refunds: 80n });
  const paid = await payOut(50n, 'PAID');
  clock.advance(1_000);
  const open = await payOut(200n);
  expect(await held(db, mine)).toEqual({ payouts: 200n, refunds: 80n });
  expect((await accounts.balance(db, mine)).available).toBe(399n - 50n - 280n);
  expect(await payouts.paidOut(db, ownerId)).toBe(50n);
  const page = (cursor = '') => payoutPage(db, KEY, { ownerId, pageSize: 1, cursor });
  const first = await page();
  const second = await page(first.nextCursor);
  expect([first.rows[0]?.id, second.rows[0]?.id, second.nextCursor]).toEqual([open, paid, '']);
  expect(await payoutPage(db, KEY, { ownerId: 'no id', pageSize: 1, cursor: '' })).toEqual({
    rows: [],
    nextCursor: '',
  });
});
