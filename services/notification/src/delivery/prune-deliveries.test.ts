import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { testDatabase } from '@marquee/testing/test-database';
import * as deliveries from './deliveries.ts';
import type { ClaimedDelivery } from './delivery.ts';
import { DELIVERIES_KEPT_DAYS, pruneDeliveries } from './prune-deliveries.ts';

test('an ended delivery is deleted 90 days after it was planned, and one that waits is not', async () => {
  const db = await testDatabase('notification');
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const planned = async (subjectId: string) => {
    const subject = { kind: 'CHALLENGE', subjectId, generation: 1 } as const;
    await db.transaction((tx) => deliveries.plan(tx, subject, clock.now()));
  };
  const sent = async (subjectId: string) => {
    await planned(subjectId);
    const claimed = (await deliveries.work.claim(db, clock.now())) as ClaimedDelivery;
    await db.transaction((tx) => deliveries.end(tx, claimed, { state: 'SENT' }, clock.now()));
  };
  const kept = async () => {
    const rows = await db.query<{ subjectId: string }>('SELECT subject_id FROM deliveries');
    return rows.map(({ subjectId }) => subjectId).sort();
  };
  await sent('sent');
  clock.advance(1);
  await sent('sent later');
  await planned('waiting');
  expect(await kept()).toEqual(['sent', 'sent later', 'waiting']);

  clock.advance(DELIVERIES_KEPT_DAYS * 86_400_000);
  const pruning = pruneDeliveries({ db, clock, log: silentLog });
  await eventually(async () => expect(await kept()).not.toContain('sent'));
  expect(await kept()).toEqual(['sent later', 'waiting']);
  await pruning.close();
});
