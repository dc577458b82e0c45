import { testDatabase } from '@marquee/testing/test-database';
import { LEASE_MS } from './delivery.ts';
import { deliveryStore } from './delivery-store.ts';

test('a message that a process died over is taken by another soon after, and one that is being sent is not [SYS-03:mail]', async () => {
  const db = await testDatabase('notification');
  const start = new Date('2026-11-20T12:00:00Z');
  const after = (ms: number) => new Date(start.getTime() + ms);
  const claim = (ms: number) => deliveryStore.claim(db, after(ms), 1);
  const subject = { kind: 'CHALLENGE', subjectId: crypto.randomUUID(), generation: 1 } as const;
  await db.transaction((tx) => deliveryStore.plan(tx, subject, start));

  const [taken] = await claim(0);
  if (!taken) throw new Error('nothing was due');
  await deliveryStore.hold(db, taken, after(LEASE_MS - 1));
  expect(await claim(LEASE_MS)).toEqual([]);
  expect(await claim(2 * LEASE_MS)).toMatchObject([{ id: taken.id, attempts: 2 }]);
  // Whoever lost it does not take it back.
  await deliveryStore.hold(db, taken, after(10 * LEASE_MS));
  expect(await claim(3 * LEASE_MS)).toMatchObject([{ id: taken.id, attempts: 3 }]);
});
