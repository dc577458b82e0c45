import { create } from '@bufbuild/protobuf';
import { type ProfileChanged, ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import type { Database, Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { consume } from '@marquee/events/consumer';
import { createOutbox, domainEvent } from '@marquee/events/outbox';
import { startRelay } from '@marquee/events/relay';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { type FixedClock, fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { type TestDatabase, testDatabase } from '@marquee/testing/test-database';
import { testBus } from '@marquee/testing/test-platform';
import { copyOf, type ExportPage } from './copy-of.ts';

type Person = { id: string; firstName: string; version: bigint };
type Resources = { db: Database; clock: FixedClock; log: typeof silentLog; owner: Owner };
type Owner = { people: Person[]; isAway: boolean; asked: string[] };

const KEEP = `
  INSERT INTO people AS p (id, first_name, version) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET first_name = excluded.first_name, version = excluded.version
  WHERE p.version < excluded.version`;

const people = copyOf<Resources, typeof ProfileChangedSchema, Person>({
  name: 'people',
  event: ProfileChangedSchema,
  rowOf: ({ person }: ProfileChanged) => person && { ...person },
  exportPage: async ({ owner }, cursor) => pageOf(owner, cursor),
  keep: (tx: Tx, { id, firstName, version }) => tx.query(KEEP, [id, firstName, version]),
});

const PAGE = 2;
function pageOf(owner: Owner, cursor: string): ExportPage<Person> {
  owner.asked.push(cursor);
  if (owner.isAway) throw new Error('the owner is away');
  const start = Number(cursor || 0);
  const rows = owner.people.slice(start, start + PAGE);
  return { rows, nextCursor: start + PAGE < owner.people.length ? String(start + PAGE) : '' };
}

let db: TestDatabase;
let clock: FixedClock;
let owner: Owner;

beforeEach(async () => {
  db = await testDatabase('data');
  await db.query('CREATE TABLE people (id uuid PRIMARY KEY, first_name text NOT NULL, version bigint NOT NULL)');
  clock = fixedClock('2026-11-20T12:00:00Z');
  owner = { people: [], isAway: false, asked: [] };
});

const aPerson = (firstName: string, version = 1n): Person => ({ id: newId(), firstName, version });
const names = async () =>
  (await db.query<{ firstName: string }>('SELECT first_name FROM people ORDER BY first_name')).map(
    ({ firstName }) => firstName,
  );

/** Runs the copy's loop until `done`, as a process does between its start and its end. */
async function run(done: () => Promise<boolean> | boolean): Promise<void> {
  const loop = people.loop({ db, clock, log: silentLog, owner });
  await eventually(done).finally(() => loop.close());
}
const isLoaded = async () => (await db.query('SELECT 1 FROM copies WHERE loaded_at IS NOT NULL')).length === 1;

test('a copy that was never loaded comes from the export, page by page, once', async () => {
  owner.people = ['Ada', 'Grace', 'Mary', 'Nina', 'Rosa'].map((name) => aPerson(name));
  await run(isLoaded);
  expect(await names()).toEqual(['Ada', 'Grace', 'Mary', 'Nina', 'Rosa']);
  expect(owner.asked).toEqual(['', '2', '4']);
  const before = await db.query('SELECT alive_at FROM copies');
  clock.advance(60_000);
  await run(async () => JSON.stringify(await db.query('SELECT alive_at FROM copies')) !== JSON.stringify(before));
  expect(owner.asked).toHaveLength(3);
});

test('an older row of the export does not replace what an event has brought', async () => {
  const bus = await testBus();
  const outbox = createOutbox({ clock });
  const relay = startRelay({ url: db.url, bus, log: silentLog });
  const consumer = await consume({
    db,
    bus,
    group: `copy-${newId()}`,
    handlers: people.events(),
    log: silentLog,
    clock,
  });
  atEnd(() => Promise.all([relay.close(), consumer.close()]));
  const person = aPerson('New', 2n);
  const aggregate = { type: 'profile', id: person.id, version: person.version };
  const event = domainEvent(ProfileChangedSchema, { person: { ...person } }, aggregate);
  await db.transaction((tx) => outbox.append(tx, event));
  await eventually(async () => (await names()).length === 1);

  owner.people = [{ ...person, firstName: 'Old', version: 1n }];
  await run(isLoaded);
  expect(await names()).toEqual(['New']);
  expect(create(ProfileChangedSchema, {}).person).toBeUndefined();
});

test('a load that broke off goes on where it was when the owner is back', async () => {
  owner.people = ['Ada', 'Grace', 'Mary'].map((name) => aPerson(name));
  await db.query("INSERT INTO copies (name, cursor, alive_at) VALUES ('people', '2', $1)", [clock.now()]);
  owner.isAway = true;
  await run(() => owner.asked.length > 0);
  expect(await names()).toEqual([]);
  owner.isAway = false;
  await run(isLoaded);
  expect([await names(), owner.asked]).toEqual([['Mary'], ['2', '2']]);
});

test('a service that was away for longer than the bus keeps events loads its copy anew', async () => {
  owner.people = [aPerson('Ada')];
  await run(isLoaded);
  owner.people.push(aPerson('Grace'));
  clock.advance(12 * 86_400_000);
  await run(async () => (await db.query('SELECT 1 FROM copies WHERE alive_at = $1', [clock.now()])).length === 1);
  expect(await names()).toEqual(['Ada']);
  clock.advance(14 * 86_400_000);
  await run(async () => (await names()).length === 2);
  expect(await names()).toEqual(['Ada', 'Grace']);
});
