import { create } from '@bufbuild/protobuf';
import { type ProfileChanged, ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { newId } from '@marquee/data/ids';
import type { Bus } from '@marquee/events/bus';
import { consume, on, type Subscribed } from '@marquee/events/consumer';
import * as copies from '@marquee/events/copies';
import { createOutbox, domainEvent } from '@marquee/events/outbox';
import { startRelay } from '@marquee/events/relay';
import { memorySignals } from '@marquee/runtime/signals';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { type FixedClock, fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { type TestDatabase, testDatabase } from '@marquee/testing/test-database';
import { testBus } from '@marquee/testing/test-platform';
import { copyOf, type ExportPage } from './copy-of.ts';
import { type ServiceResources, transact, type Write } from './use-case.ts';

type Person = { id: string; firstName: string; version: bigint };
type Resources = ServiceResources & { log: typeof silentLog; bus: Bus; name: string; owner: Owner };
type Owner = {
  people: Person[];
  isUnavailable: boolean;
  asked: string[];
  answered?: (cursor: string) => Promise<unknown>;
};

const KEEP = `
  INSERT INTO people AS p (id, first_name, version) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET first_name = excluded.first_name, version = excluded.version
  WHERE p.version < excluded.version`;

const people = copyOf<Resources, typeof ProfileChangedSchema, Person>({
  name: 'people',
  event: ProfileChangedSchema,
  rowOf: ({ person }: ProfileChanged) => person && { ...person },
  exportPage: async ({ owner }, cursor) => pageOf(owner, cursor),
  keep,
  kept: 'SELECT id, version FROM people',
  forget: ({ tx }, { id, version }) => tx.query('DELETE FROM people WHERE id = $1 AND version = $2', [id, version]),
});

function keep({ tx }: Pick<Write<Resources>, 'tx'>, { id, firstName, version }: Person) {
  return tx.query(KEEP, [id, firstName, version]);
}

const PAGE = 2;
const DAY_MS = 86_400_000;
async function pageOf(owner: Owner, cursor: string): Promise<ExportPage<Person>> {
  owner.asked.push(cursor);
  if (owner.isUnavailable) throw new Error('the owner is unavailable');
  const start = Number(cursor || 0);
  const rows = owner.people.slice(start, start + PAGE);
  await owner.answered?.(cursor);
  return { rows, nextCursor: start + PAGE < owner.people.length ? String(start + PAGE) : '' };
}

let db: TestDatabase;
let clock: FixedClock;
let owner: Owner;

beforeEach(async () => {
  db = await testDatabase('data');
  await db.query('CREATE TABLE people (id uuid PRIMARY KEY, first_name text NOT NULL, version bigint NOT NULL)');
  clock = fixedClock('2026-11-20T12:00:00Z');
  owner = { people: [], isUnavailable: false, asked: [] };
});

const aPerson = (firstName: string, version = 1n): Person => ({ id: newId(), firstName, version });
const names = async () =>
  (await db.query<{ firstName: string }>('SELECT first_name FROM people ORDER BY first_name')).map(
    ({ firstName }) => firstName,
  );

let bus: Bus;
let name: string;
let looks: number;
let recorded = recordingLog();
beforeAll(async () => {
  bus = await testBus();
});
beforeEach(() => {
  name = `copy-${newId()}`;
  looks = 0;
  recorded = recordingLog();
});

/** The bus, which counts how often it is asked for the lag. */
const counted = (): Bus => ({ ...bus, lag: () => bus.lag().finally(() => looks++) });

const resources = (): Resources => ({
  ...{ db, clock, log: recorded.log, bus: counted(), name, owner },
  ...{ outbox: createOutbox({ clock }), signals: memorySignals() },
});

/** Runs the copy's loop until `done`, as a process does between its start and its end. */
async function run(done: () => Promise<boolean> | boolean): Promise<void> {
  const loop = people.loop(resources());
  await eventually(done).finally(() => loop.close());
}
const isLoaded = async () => (await db.query('SELECT 1 FROM copies WHERE loaded_at IS NOT NULL')).length === 1;
const isAlive = async () =>
  (await db.query('SELECT 1 FROM copies WHERE alive_at = $1', [clock.now()])).length === 1 && isLoaded();

async function follow(handler: Subscribed<Write<Resources>>): Promise<void> {
  // Of this test: the consumer runs until the end of the file.
  const own = resources();
  const consumer = await consume({
    ...{ db, bus, group: name, handlers: [handler], log: silentLog, clock },
    transact: (work) => transact(own, work),
  });
  atEnd(() => consumer.close());
}
async function followAndIgnore(): Promise<void> {
  await follow(on(ProfileChangedSchema, async () => {}));
  await eventually(async () => (await bus.lag()).some(({ group, messages }) => group === name && messages === 0));
}

async function publish(person: Person): Promise<void> {
  const outbox = createOutbox({ clock });
  const aggregate = { type: 'profile', id: person.id, version: person.version };
  const event = domainEvent(ProfileChangedSchema, { person: { ...person } }, aggregate);
  await db.transaction((tx) => outbox.append(tx, event));
  const relay = startRelay({ url: db.url, bus, log: silentLog });
  atEnd(() => relay.close());
}

test('a copy that was never loaded comes from the export, page by page, once', async () => {
  owner.people = ['Ada', 'Grace', 'Mary', 'Nina', 'Rosa'].map((name) => aPerson(name));
  await run(isLoaded);
  expect(await names()).toEqual(['Ada', 'Grace', 'Mary', 'Nina', 'Rosa']);
  expect(owner.asked).toEqual(['', '2', '4']);
  await followAndIgnore();
  clock.advance(60_000);
  await run(isAlive);
  expect(owner.asked).toHaveLength(3);
});

test('an older row of the export does not replace what an event has brought', async () => {
  await follow(people.onChange);
  const person = aPerson('New', 2n);
  await publish(person);
  await eventually(async () => (await names()).length === 1);

  owner.people = [{ ...person, firstName: 'Old', version: 1n }];
  await run(isLoaded);
  expect(await names()).toEqual(['New']);
  expect(create(ProfileChangedSchema, {}).person).toBeUndefined();
});

test('a load that broke off continues where it was when the owner is back', async () => {
  owner.people = ['Ada', 'Grace', 'Mary'].map((name) => aPerson(name));
  await db.query("INSERT INTO copies (name, cursor, alive_at) VALUES ('people', '2', $1)", [clock.now()]);
  owner.isUnavailable = true;
  await run(() => owner.asked.length > 0);
  expect(await names()).toEqual([]);
  owner.isUnavailable = false;
  await run(isLoaded);
  expect([await names(), owner.asked]).toEqual([['Mary'], ['2', '2']]);
  expect(recorded.lines()).toMatchObject([
    { level: 'warn', copy: 'people', msg: 'a copy waits to be loaded: its owner did not answer' },
    { level: 'info', copy: 'people', count: 1, msg: 'a copy was loaded from its owner' },
  ]);
});

test('a service that was stopped for longer than the bus keeps events loads its copy again', async () => {
  owner.people = [aPerson('Ada')];
  await run(isLoaded);
  owner.people.push(aPerson('Grace'));
  await followAndIgnore();
  clock.advance(12 * DAY_MS);
  await run(isAlive);
  expect(await names()).toEqual(['Ada']);
  clock.advance(14 * DAY_MS);
  await run(isAlive);
  expect(await names()).toEqual(['Ada', 'Grace']);
});

test('somebody who was removed while the service was stopped is gone from its copy, also when the load breaks off', async () => {
  owner.people = ['Ada', 'Grace', 'Mary', 'Nina'].map((firstName) => aPerson(firstName));
  await run(isLoaded);
  owner.people = owner.people.filter(({ firstName }) => !['Grace', 'Nina'].includes(firstName));
  owner.people.push(aPerson('Rosa'));
  clock.advance(14 * DAY_MS);
  owner.answered = async () => {
    owner.isUnavailable = true;
  };
  await run(() => owner.asked.filter((cursor) => cursor === '2').length === 2);
  expect(await names()).toEqual(['Ada', 'Grace', 'Mary', 'Nina']);
  owner.isUnavailable = false;
  await run(isAlive);
  expect(await names()).toEqual(['Ada', 'Mary', 'Rosa']);
});

test('what events bring while the export is read stays, though the export does not have it', async () => {
  const [ada, grace] = [aPerson('Ada'), aPerson('Grace')];
  owner.people = [ada, grace];
  await run(isLoaded);
  clock.advance(14 * DAY_MS);
  owner.people = [];
  owner.answered = async () => {
    for (const person of [{ ...ada, firstName: 'Augusta', version: 2n }, aPerson('Nina')])
      await keep({ tx: db }, person);
  };
  await run(isAlive);
  expect(await names()).toEqual(['Augusta', 'Nina']);
});

test('of two processes that find the copy behind one begins to load it', async () => {
  const now = clock.now();
  const begin = () => copies.begin(db, 'people', 'SELECT id, version FROM people', { now, behind: now });
  expect([await begin(), await begin()]).toEqual([true, false]);
});

test('the copy of a service whose consumer hangs for as long as the bus keeps events is loaded again', async () => {
  owner.people = [aPerson('Ada')];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: hangs, resolve: isHanging } = Promise.withResolvers<void>();
  const hanging = () => {
    isHanging();
    return released;
  };
  await follow(on(ProfileChangedSchema, hanging));
  await publish(aPerson('Grace'));
  await hangs;
  try {
    await run(isLoaded);
    owner.people.push(aPerson('Grace'));
    for (let days = 0; days < 14; days++) {
      clock.advance(DAY_MS);
      const before = looks;
      await run(async () => looks > before || (await names()).length === 2);
    }
    expect(await names()).toEqual(['Ada', 'Grace']);
  } finally {
    release();
  }
});
