import { type Database, openDatabase } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { dataMigrations } from '@marquee/data/migrations';
import { translateSqlError } from '@marquee/data/sqlstate';
import { ledgerMigrations } from '@marquee/ledger/sources';
import { atEnd } from '@marquee/testing/cleanup';
import { silentLog } from '@marquee/testing/silent-log';
import { testDatabaseUrl } from '@marquee/testing/test-database';
import { paymentEventSchema } from './payment-event-schema.ts';
import * as events from './payment-events.ts';
import { paymentsMigrations } from './sources.ts';
import { requireSigned, signWebhook } from './webhook-signature.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));

async function testKeeper() {
  const url = await testDatabaseUrl('payments', [dataMigrations, ledgerMigrations, paymentsMigrations]);
  const db: Database = openDatabase({ url, log: silentLog, applicationName: 'test' });
  atEnd(() => db.close());
  const keep = (id: string, minute: number) =>
    events.keepAll(
      db,
      'test',
      [{ id, type: 'payment_intent.succeeded', paymentId: 'pi_1', saysPaid: true }],
      at(minute),
    );
  return { db, keep };
}

test('an event has bytes, 262,144 of them at the most, and a signature', () => {
  const isTaken = (bytes: number, signature = 'x') =>
    paymentEventSchema.safeParse({ body: new Uint8Array(bytes), signature }).success;
  expect([0, 1, 262_144, 262_145].map((bytes) => isTaken(bytes))).toEqual([false, true, true, false]);
  expect([isTaken(1, ''), isTaken(1, 'x'.repeat(2_001))]).toEqual([false, false]);
});

test('a signature is over the bytes and the time, which differs by five minutes at most', () => {
  const [body, secret] = [Buffer.from('{}'), 'of the webhook'];
  const sent = at(0);
  const signature = signWebhook(body, { secret, at: sent });
  const isTaken = (ms: number, given = signature, bytes = body) => {
    try {
      requireSigned(bytes, given, { secret, at: new Date(sent.getTime() + ms) });
      return true;
    } catch (error) {
      expect(error).toMatchObject({ reason: 'WEBHOOK_REFUSED' });
      return false;
    }
  };
  expect([-300_001, -300_000, 0, 300_000, 300_001].map((ms) => isTaken(ms))).toEqual([false, true, true, true, false]);
  const [time = '', proof = ''] = signature.split(',');
  // While a secret is changed there are two.
  expect(isTaken(0, `${time},v1=${'0'.repeat(64)},${proof}`)).toBe(true);
  for (const wrong of [
    '',
    time,
    proof,
    `t=x,${proof}`,
    `${time},v1=${'0'.repeat(64)}`,
    `${time},v0=${proof.slice(3)}`,
  ]) {
    expect(isTaken(0, wrong)).toBe(false);
  }
  expect(isTaken(0, signature, Buffer.from('[]'))).toBe(false);
});

test('what could not be applied waits behind what was not tried', async () => {
  const { db, keep } = await testKeeper();
  for (let count = 0; count < 100; count += 1) await keep(`evt_bad_${count}`, 0);
  await keep('evt_good', 1);
  const waiting = async () => (await events.listWaiting(db, 'test', at(3))).map(({ eventId }) => eventId);
  const first = await waiting();
  expect(first).not.toContain('evt_good');
  for (const id of first) await events.markAttempted(db, 'test', id, at(2));
  const [next, ...others] = await waiting();
  expect([next, others.length]).toEqual(['evt_good', 99]);
});

test('that a payment succeeded has to be applied, unless its order was delivered; another event always', async () => {
  const { db } = await testKeeper();
  const order = async (state: string) => {
    const [id, paymentId] = [newId(), `pi_${newId()}`];
    await db.query(
      `INSERT INTO orders (id, account_id, kind, item_id, amount, currency, fee, payee_id, state, provider, payment_id,
         held_until, checked_at, created_at)
       VALUES ($1, $1, 'FILM', $1, 499, 'USD', 100, $1, $2, 'test', $3, $4, $4, $4)`,
      [id, state, paymentId, at(9)],
    );
    return paymentId;
  };
  const keeper = events.createEventKeeper(db, { provider: 'test', now: () => at(0) });
  const keep = (paymentId: string, saysPaid: boolean, id = newId()) => keeper({ id, type: 'any', paymentId, saysPaid });
  const [open, delivered] = [await order('PAYING'), await order('FULFILLED')];
  expect([await keep(open, true), await keep(delivered, true), await keep(delivered, false)]).toEqual([
    true,
    false,
    true,
  ]);
  const id = newId();
  expect([await keep(open, true, id), await keep(open, true, id)]).toEqual([true, true]);
  await events.markApplied(db, 'test', id, at(1));
  expect(await keep(open, true, id)).toBe(false);
});

test('what was applied long ago is removed, and what waits is kept', async () => {
  const { db, keep } = await testKeeper();
  for (const id of ['evt_old', 'evt_waiting']) await keep(id, 0);
  await keep('evt_new', 2);
  for (const id of ['evt_old', 'evt_new']) await events.markApplied(db, 'test', id, at(2));
  await events.prune(db, at(1));
  const left = await db.query('SELECT event_id FROM payment_events ORDER BY event_id');
  expect(left).toEqual([{ eventId: 'evt_new' }, { eventId: 'evt_waiting' }]);
});

test('events that arrive at once are kept together, each once; one that cannot be written stands in nobody’s way', async () => {
  const { db } = await testKeeper();
  let statements = 0;
  const query: typeof db.query = (statement, values) => {
    statements += 1;
    return db.query(statement, values);
  };
  const keep = events.createEventKeeper({ query }, { provider: 'test', now: () => at(0) });
  const event = (id: string) => ({ id, type: 'any', paymentId: 'pi_1', saysPaid: false });
  const ids = Array.from({ length: 30 }, (_, n) => `evt_${n}`);
  const kept = await Promise.all([...ids, 'evt_0'].map((id) => keep(event(id))));
  expect(kept).toEqual(Array(31).fill(true));
  expect(statements).toBe(1);
  const rows = async () => (await db.query('SELECT 1 FROM payment_events')).length;
  expect(await rows()).toBe(30);

  for (const id of ids) await events.markApplied(db, 'test', id, at(1));
  const outcomes = await Promise.allSettled(['evt_1', 'evt_\0', 'evt_new'].map((id) => keep(event(id))));
  expect(outcomes).toMatchObject([{ value: false }, { status: 'rejected' }, { value: true }]);
  expect(await rows()).toBe(31);

  // What need not be applied is remembered; what waits is looked at again.
  statements = 0;
  expect([await keep(event('evt_1')), statements]).toEqual([false, 0]);
  expect([await keep(event('evt_new')), statements]).toEqual([true, 1]);
});

test('a statement keeps 100 events, and 10,000 are remembered that need not be applied', async () => {
  let statements = 0;
  // Of none of them anything follows.
  const query = (async () => {
    statements += 1;
    return [];
  }) as unknown as Database['query'];
  const keep = events.createEventKeeper({ query }, { provider: 'test', now: () => at(0) });
  const keepFrom = async (first: number, count: number) => {
    statements = 0;
    const ids = Array.from({ length: count }, (_, n) => `evt_${first + n}`);
    await Promise.all(ids.map((id) => keep({ id, type: 'any', paymentId: 'pi_1', saysPaid: false })));
    return statements;
  };
  expect([await keepFrom(0, 100), await keepFrom(100, 101)]).toEqual([1, 2]);
  expect([await keepFrom(201, 9_799), await keepFrom(0, 1)]).toEqual([98, 0]);
  // The oldest makes room.
  expect([await keepFrom(10_000, 1), await keepFrom(1, 1), await keepFrom(0, 1)]).toEqual([1, 0, 1]);
});

test('while the database is in trouble, events that arrived at once are refused at once', async () => {
  let statements = 0;
  const query = () => {
    statements += 1;
    return Promise.reject(
      translateSqlError(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
    );
  };
  const keep = events.createEventKeeper({ query }, { provider: 'test', now: () => at(0) });
  const event = (id: string) => ({ id, type: 'any', paymentId: 'pi_1', saysPaid: false });
  const outcomes = await Promise.allSettled(['evt_1', 'evt_2', 'evt_3'].map((id) => keep(event(id))));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(statements).toBe(1);
});
