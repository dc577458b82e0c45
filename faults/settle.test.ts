import { randomUUID } from 'node:crypto';
import { databaseNames } from '@marquee/deploy/services';
import { type TestDatabase, testDatabase } from '@marquee/testing/test-database';
import { type Owners, ownersOf } from './owners.ts';
import { violationsOf } from './settle.ts';

const databases = new Map<string, TestDatabase>();
let owners: Owners;
beforeAll(async () => {
  for (const name of databaseNames) databases.set(name, await testDatabase(name));
  owners = await ownersOf((name) => databases.get(name) as TestDatabase);
});

test('every service exports invariants, which hold of empty databases, and every copy has an owner', async () => {
  expect(owners.all.map(({ name }) => name)).toEqual(databaseNames);
  expect(await violationsOf(owners)).toEqual([]);
});

test('a broken invariant and a copy that differs are named with their service', async () => {
  const [ended, left] = [randomUUID(), randomUUID()];
  await databases.get('media')?.query('INSERT INTO ended_sessions (session_id) VALUES ($1), ($2)', [ended, left]);
  await databases
    .get('film')
    ?.query("INSERT INTO outbox (id, topic, key, type, body) VALUES ($1, 'film', 'heat', 't', '')", [randomUUID()]);
  expect(await violationsOf(owners)).toEqual([
    'film: not "every event is published": 1 events are not published',
    expect.stringMatching(
      /^media: copies of "ended session" of identity: 0 missing or different, 2 that the owner does not have, such as /,
    ),
  ]);
});
