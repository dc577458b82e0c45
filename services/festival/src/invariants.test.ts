import { invariants } from './invariants.ts';
import { festivalService } from './testing/festival-service.ts';

test('an active organization without a director is found', async () => {
  const { db, organization } = await festivalService();
  const violations = async () => (await Promise.all(invariants.invariants.map(({ check }) => check(db.query)))).flat();
  const { id } = await organization();
  expect(await violations()).toEqual([]);
  await db.query('UPDATE organizations SET director_id = NULL WHERE id = $1', [id]);
  expect(await violations()).toEqual([`organization ${id} is active without a director`]);
});
