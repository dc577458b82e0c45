import { testDatabase } from '@marquee/testing/test-database';
import * as deliveries from './deliveries.ts';
import type { ClaimedDelivery } from './delivery.ts';

const BURST = 2_000;
const start = new Date('2026-11-20T12:00:00Z');
const after = (ms: number) => new Date(start.getTime() + ms);

async function planned() {
  const db = await testDatabase('notification');
  const subject = { kind: 'CHALLENGE', subjectId: crypto.randomUUID(), generation: 1 } as const;
  await db.transaction((tx) => deliveries.plan(tx, subject, start));
  const claim = async (ms = 0) => (await deliveries.work.claim(db, after(ms))) as ClaimedDelivery;
  const state = async () => (await db.query('SELECT state, attempts, failures, failure FROM deliveries'))[0];
  return {
    db,
    claim,
    state,
    loseWorker: () => db.query("UPDATE deliveries SET leased_until = now() - interval '1 s'"),
  };
}

test('a message that was planned while the clock was ahead is due once the clock is right again', async () => {
  const db = await testDatabase('notification');
  const [clock] = await db.query<{ now: Date; ahead: Date }>("SELECT now(), now() + interval '1 hour' AS ahead");
  if (!clock) throw new Error('The database has no clock');
  const subject = { kind: 'CHALLENGE', subjectId: crypto.randomUUID(), generation: 1 } as const;
  await db.transaction((tx) => deliveries.plan(tx, subject, clock.ahead));
  const right = new Date(clock.now.getTime() + 60_000);
  expect(await deliveries.work.claim(db, right)).toMatchObject({ attempt: 1 });
});

test('a claim reads as little of a burst that is due at the same time as of one message [NOT-05:lanes]', async () => {
  const db = await testDatabase('notification');
  const subjectIds = Array.from({ length: BURST }, () => crypto.randomUUID());
  await db.transaction((tx) => deliveries.planMany(tx, { kind: 'NOTICE_PUSH', lane: 'PUSH', subjectIds }, start));
  const read = await db.transaction(async (tx) => {
    expect(await deliveries.workIn('PUSH').claim(tx, start)).toMatchObject({ attempt: 1 });
    const [rows] = await tx.query<{ read: bigint }>(
      "SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_xact_user_tables WHERE relname = 'deliveries'",
    );
    return Number(rows?.read);
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(10);
});

test('a message that a process died over is taken by another, and one that is being sent is not [SYS-03:mail]', async () => {
  const { claim, loseWorker } = await planned();
  const taken = await claim();
  expect(taken).toMatchObject({ attempt: 1, failures: 0 });
  expect(await claim(60_000)).toBeUndefined();
  await loseWorker();
  expect(await claim()).toMatchObject({ id: taken.id, attempt: 2, failures: 1 });
});

test('a result that comes after another process took over changes nothing: a refusal sends no mail again, a success ends nothing', async () => {
  const { db, claim, state, loseWorker } = await planned();
  const late = await claim();
  await loseWorker();
  const held = await claim();
  const taken = { state: 'WAITING', attempts: 2, failures: 1, failure: '' };

  expect(await deliveries.delay(db, late, { failure: 'REFUSED_FOR_NOW' }, start)).toBe(false);
  expect(await deliveries.end(db, late, { state: 'SENT' }, start)).toBe(false);
  expect(await state()).toEqual(taken);
  // What the late attempt wrote would have made it due again while the other one sends it.
  expect(await claim(60_000)).toBeUndefined();

  expect(await deliveries.end(db, held, { state: 'SENT' }, start)).toBe(true);
  expect(await deliveries.delay(db, held, { failure: 'REFUSED_FOR_NOW' }, start)).toBe(false);
  expect(await state()).toMatchObject({ state: 'SENT', failure: '' });
});

test('what is to be sent later is not counted as waiting, and counts from when it is due', async () => {
  const { db } = await planned();
  const digest = { kind: 'NOTICE_DIGEST', lane: 'MAIL', subjectIds: ['a digest'], dueAts: [after(60_000)] } as const;
  await db.transaction((tx) => deliveries.planMany(tx, digest, start));
  await db.transaction((tx) => deliveries.planMany(tx, digest, start));
  expect(await deliveries.waiting(db, after(30_000))).toEqual({ count: 1, oldestSeconds: 30 });
  await db.query("DELETE FROM deliveries WHERE lane = 'DIRECT'");
  expect(await deliveries.waiting(db, after(30_000))).toEqual({ count: 0, oldestSeconds: 0 });
  expect(await deliveries.waiting(db, after(90_000))).toEqual({ count: 1, oldestSeconds: 30 });
});
