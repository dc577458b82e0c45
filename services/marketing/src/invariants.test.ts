import { newId } from '@marquee/data/ids';
import { invariants } from './invariants.ts';
import { marketingService } from './testing/marketing-service.ts';

test('a setting that its history does not hold is found, and none that it holds', async () => {
  const { db, staff } = await marketingService();
  const violations = async () => (await Promise.all(invariants.invariants.map(({ check }) => check(db.query)))).flat();
  for (const seenVersion of [0n, 1n]) {
    await staff().settings.saveSetting({
      ...{ requestId: newId(), key: 'free-unlock-hours', value: { number: 24 }, seenVersion, reason: 'Longer' },
    });
  }
  expect(await violations()).toEqual([]);
  await db.query("UPDATE settings SET value = '25'");
  expect(await violations()).toEqual(['setting free-unlock-hours differs from version 2']);
  await db.query('UPDATE settings SET version = 3');
  expect(await violations()).toEqual(['setting free-unlock-hours is at version 3, its history has 2 up to 2']);
});
