import { type Database, openDatabase } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import * as accounts from '@marquee/ledger/accounts';
import { ledgerMigrations } from '@marquee/ledger/sources';
import { atEnd } from '@marquee/testing/cleanup';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { testDatabaseUrl } from '@marquee/testing/test-database';
import { createOrderDesk } from './order-desk.ts';
import { createReconciler } from './reconciler.ts';
import { paymentsMigrations } from './sources.ts';
import { createTestProvider } from './test-provider.ts';

const SIGNAL = new AbortController().signal;

/** Orders of things that can always be delivered, and who compares them. */
async function shop() {
  const url = await testDatabaseUrl('payments', [ledgerMigrations, paymentsMigrations]);
  const db: Database = openDatabase({ url, log: silentLog, applicationName: 'test' });
  atEnd(() => db.close());
  const clock = fixedClock('2026-11-20T12:00:00.000Z');
  const provider = createTestProvider({ db, clock, webhookSecret: 'webhook-secret' });
  const desk = createOrderDesk({
    ...{ db, provider, clock, log: silentLog },
    transact: (work) => db.transaction((tx) => work({ tx, clock })),
    goods: {
      deliver: async () => new Date(clock.now().getTime() + 3_600_000),
      takeBack: async () => {},
      restore: async () => {},
      changed: async () => {},
    },
  });
  const reconciler = createReconciler({ db, desk, clock, log: silentLog });
  /** An order that is paid and delivered. */
  async function sold(): Promise<{ orderId: string; paymentId: string }> {
    const [id, now] = [newId(), clock.now()];
    const order = { id, accountId: newId(), kind: 'THING', itemId: newId(), amount: 499n, currency: 'USD', fee: 100n };
    const heldUntil = new Date(now.getTime() + 60_000);
    const more = { payeeId: newId(), provider: 'test', heldUntil, createdAt: now };
    await db.transaction((tx) => desk.open({ tx, clock }, { ...order, ...more }));
    const { payment } = await desk.startPayment(id, 'A thing');
    await provider.confirm(payment.clientSecret, { number: '4242424242424242' });
    expect((await desk.refresh(id)).order.state).toBe('FULFILLED');
    return { orderId: id, paymentId: payment.id };
  }
  const counts = async () => {
    await reconciler.run(SIGNAL);
    return Object.fromEntries(reconciler.counts().map(([count, { kind }]) => [kind, count]));
  };
  return { db, clock, provider, sold, counts };
}

const NONE = { BOOKS: 0, PROVIDER: 0, STUCK: 0 };

test('what fits is counted as nothing, and what differs by its kind until it fits again', async () => {
  const { db, clock, sold, counts } = await shop();
  const [behind, changed, stuck] = [await sold(), await sold(), await sold()];
  expect(await counts()).toEqual(NONE);

  await db.query('UPDATE orders SET fee = 99 WHERE id = $1', [behind.orderId]);
  expect(await counts()).toEqual({ ...NONE, BOOKS: 1 });
  await db.query('UPDATE orders SET fee = 100 WHERE id = $1', [behind.orderId]);
  expect(await counts()).toEqual(NONE);

  await db.query('UPDATE test_payments SET amount = 500 WHERE id = $1', [changed.paymentId]);
  expect(await counts()).toEqual({ ...NONE, PROVIDER: 1 });
  await db.query('UPDATE test_payments SET amount = 499 WHERE id = $1', [changed.paymentId]);
  expect(await counts()).toEqual(NONE);

  // Paid, and its delivery was never booked.
  await db.query("UPDATE orders SET state = 'PAID' WHERE id = $1", [stuck.orderId]);
  await db.query(`UPDATE ledger_transfers SET subject_id = NULL WHERE subject_id = $1 AND reason = 'SALE'`, [
    stuck.orderId,
  ]);
  expect(await counts()).toEqual(NONE);
  clock.advance(601_000);
  expect(await counts()).toEqual({ ...NONE, STUCK: 1 });
});

test('what the provider does not know or answer leaves the others compared', async () => {
  const { db, provider, sold, counts } = await shop();
  const [unknown, unanswered, partly, behind] = [await sold(), await sold(), await sold(), await sold()];
  await db.query("UPDATE orders SET payment_id = 'pi_nobody_knows' WHERE id = $1", [unknown.orderId]);
  await db.query('UPDATE test_payments SET refunded = 1 WHERE id = $1', [partly.paymentId]);
  await db.query('UPDATE orders SET fee = 99 WHERE id = $1', [behind.orderId]);
  const { getPayment } = provider;
  provider.getPayment = async (id) => {
    if (id === unanswered.paymentId) throw new Error('The provider does not answer.');
    return getPayment(id);
  };
  expect(await counts()).toEqual({ ...NONE, BOOKS: 1, PROVIDER: 2 });
});

test('a refund that was made at the provider alone is taken over', async () => {
  const { db, sold, counts } = await shop();
  const { orderId, paymentId } = await sold();
  await db.query('UPDATE test_payments SET refunded = 499 WHERE id = $1', [paymentId]);
  expect(await counts()).toEqual(NONE);
  expect(await db.query('SELECT state FROM orders WHERE id = $1', [orderId])).toEqual([{ state: 'REFUNDED' }]);
  const text = 'SELECT kind, state FROM order_refunds WHERE order_id = $1';
  expect(await db.query(text, [orderId])).toEqual([{ kind: 'PROVIDER', state: 'SUCCEEDED' }]);
  expect((await accounts.balancesOfKind(db, 'PLATFORM_FEE')).get('USD')?.posted).toBe(0n);
  expect(await counts()).toEqual(NONE);
});
