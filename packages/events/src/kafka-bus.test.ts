// @requires kafka
// @inputs packages/events
import { randomUUID } from 'node:crypto';
import { FilmRatedSchema } from '@marquee/contracts/events/v1/film_pb';
import type { Transact, Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { testDatabase } from '@marquee/testing/test-database';
import { Partitioners } from 'kafkajs';
import type { Bus } from './bus.ts';
import { consume, on } from './consumer.ts';
import { kafkaBus } from './kafka-bus.ts';
import { createOutbox } from './outbox.ts';
import { startRelay } from './relay.ts';
import { busContract } from './testing/bus-contract.ts';
import {
  client,
  closing,
  cuttable,
  filmRated,
  kafka,
  message,
  open,
  openAdmin,
  plain,
  SLOW_MS,
} from './testing/kafka-under-test.ts';

busContract('Kafka', async () => {
  const prefix = `${randomUUID()}.`;
  const processes: { cut(): void }[] = [];
  return {
    connect: async (): Promise<Bus> => {
      const network = cuttable();
      processes.push(network);
      return kafkaBus({ ...plain(prefix), socketFactory: network.connect });
    },
    crash: async () => {
      for (const network of processes.splice(0)) network.cut();
    },
  };
});

test('topics are made with their partitions and 14 days of retention, and one that is there is not altered', async () => {
  const prefix = `${randomUUID()}.`;
  const admin = await openAdmin();
  const made = await admin.createTopics({ topics: [{ topic: `${prefix}media`, numPartitions: 3 }] });
  expect(made).toBe(true);
  const bus = open({ prefix, replicationFactor: 1 });
  await bus.publish([message('heat'), { ...message('clip'), topic: 'media' }]);
  const { topics } = await admin.fetchTopicMetadata({ topics: [`${prefix}film`, `${prefix}media`] });
  const partitions = new Map(topics.map(({ name, partitions }) => [name, partitions.length]));
  expect(partitions.get(`${prefix}film`)).toBe(12);
  expect(partitions.get(`${prefix}media`)).toBe(3);
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [`${prefix}film`, `${prefix}media`].map((name) => ({ type: 2, name, configNames: ['retention.ms'] })),
  });
  const retention = new Map(
    resources.map((resource) => [resource.resourceName, resource.configEntries[0]?.configValue]),
  );
  expect(retention.get(`${prefix}film`)).toBe(String(14 * 86_400_000));
  expect(retention.get(`${prefix}media`)).toBe(String(7 * 86_400_000));
});

test('a message that no service of ours wrote becomes a dead letter with its reason, and its partition continues', async () => {
  const prefix = `${randomUUID()}.`;
  const bus = open({ prefix, partitions: 1 });
  await bus.publish([message('first')]);
  const id = newId();
  const type = FilmRatedSchema.typeName;
  const records = [
    { key: 'heat', value: '{"order":1}' },
    { key: null, value: null },
    { key: 'heat', value: 'x', headers: { id, type: 'not a\0type' } },
    { key: 'heat', value: 'x', headers: { id: '17', type } },
    { key: 'he\0at', value: 'x', headers: { id, type } },
    { key: 'k'.repeat(3_000), value: 'x', headers: { id, type } },
  ];
  const strangers = client().producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await strangers.connect();
  await strangers.send({ topic: `${prefix}film`, messages: records });
  await strangers.disconnect();

  const owner = await testDatabase('events');
  const db = await testDatabase('events');
  const rated: string[] = [];
  const effect = on(FilmRatedSchema, async (_: unknown, { filmId }) => void rated.push(filmId));
  const transact: Transact<{ tx: Tx }> = (work) => db.transaction((tx) => work({ tx }));
  const consumer = await consume({ db, transact, bus, group: 'ratings', handlers: [effect], log: silentLog });
  closing.push(() => consumer.close());
  await owner.transaction((tx) => createOutbox({ clock: { now: () => new Date() } }).append(tx, filmRated('heat')));
  const relay = startRelay({ url: owner.url, bus, log: silentLog });
  closing.push(() => relay.close());

  await eventually(() => rated.length === 1);
  const letters = await db.query<{ key: string; error: string; body: Buffer; type: string }>(
    'SELECT key, error, body, type FROM dead_letters ORDER BY seq',
  );
  expect(letters.map(({ error }) => /no event of ours: (.*)\.$/m.exec(error)?.[1])).toEqual([
    expect.stringContaining('its envelope cannot be read'),
    'it has no header "id"',
    'it has no header "id"',
    'its header "type" names no type',
    'its header "id" is no UUID',
    'its key is no id of an aggregate',
    'its key is no id of an aggregate',
  ]);
  expect(letters[1]).toMatchObject({ key: 'film/0/1', type: '', body: Buffer.from('{"order":1}') });
  // The event of the same key came after them, and took effect: they are not of its row.
  expect(rated).toEqual(['heat']);
});

test('a group continues where events were removed by their age', async () => {
  const prefix = `${randomUUID()}.`;
  const bus = open({ prefix, partitions: 1 });
  const taken: string[] = [];
  const follow = () => bus.subscribe({ topic: 'film', group: 'g', handler: async ({ key }) => void taken.push(key) });
  const first = await follow();
  await bus.publish([message('first')]);
  await eventually(() => taken.length === 1);
  await first.close();
  await bus.publish([message('removed'), message('removed'), message('kept')]);
  const admin = await openAdmin();
  await admin.fetchTopicOffsets(`${prefix}film`);
  await admin.deleteTopicRecords({ topic: `${prefix}film`, partitions: [{ partition: 0, offset: '3' }] });
  await follow();
  await eventually(async () => (await bus.lag())[0]?.messages === 0);
  expect(taken).toEqual(['first', 'kept']);
});

test('a handler may take longer than a silent member is kept', async () => {
  const prefix = `${randomUUID()}.`;
  const bus = open({ prefix, sessionTimeoutMs: 1_000 });
  const other = open({ prefix, sessionTimeoutMs: 1_000 });
  const taken: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  closing.push(release);
  const options = { topic: 'film', group: 'g' };
  await bus.subscribe({
    ...options,
    handler: async ({ id }) => {
      taken.push(id);
      await held;
    },
  });
  await bus.publish([message('heat')]);
  await eventually(() => taken.length === 1);
  const elsewhere: string[] = [];
  await other.subscribe({ ...options, handler: async ({ id }) => void elsewhere.push(id) });
  // By the broker's own record: the member that is busy still is one, long after its time.
  const admin = await openAdmin();
  const since = Date.now();
  const states: string[] = [];
  await eventually(async () => {
    const { groups } = await admin.describeGroups([`${prefix}g.film`]);
    states.push(...(groups[0]?.members.map(({ memberId }) => memberId) ?? []));
    return Date.now() - since > 3_000;
  });
  expect(elsewhere).toEqual([]);
  release();
  await eventually(async () => (await bus.lag())[0]?.messages === 0);
  expect([...taken, ...elsewhere]).toHaveLength(1);
  expect(new Set(states).size).toBeLessThanOrEqual(2);
});

test(
  'a batch is not taken for another one whose acknowledgement was lost',
  async () => {
    const network = cuttable();
    const bus = open({ socketFactory: network.connect });
    const seen: string[] = [];
    await bus.subscribe({ topic: 'film', group: 'g', handler: async ({ id }) => void seen.push(id) });
    const [before, unacknowledged, after] = [message('heat'), message('heat'), message('heat')];
    await bus.publish([before]);
    closing.push(() => kafka.resume());
    await kafka.pause();
    const written = network.written();
    const lost = bus.publish([unacknowledged]);
    await eventually(() => network.written() > written);
    network.cut();
    await expect(lost).rejects.toThrow('1 events were not published to Kafka');
    kafka.resume();
    network.mend();
    await eventually(() => bus.isReady());
    await bus.publish([after]);
    await eventually(() => seen.includes(after.id));
    expect(seen.filter((id) => id === after.id)).toHaveLength(1);
  },
  SLOW_MS,
);

test(
  'a tail leaves no group behind, closed or killed',
  async () => {
    const prefix = `${randomUUID()}.`;
    const admin = await openAdmin();
    const tails = async () => {
      const { groups } = await admin.listGroups();
      return groups.filter(({ groupId }) => groupId.startsWith(`${prefix}tail.`)).length;
    };
    const network = cuttable();
    const handler = async () => {};
    await open({ prefix }).tail({ topic: 'film', handler });
    const closed = await open({ prefix }).tail({ topic: 'film', handler });
    await open({ prefix, socketFactory: network.connect }).tail({ topic: 'film', handler });
    await eventually(async () => (await tails()) === 3);
    await closed.close();
    expect(await tails()).toBe(2);
    network.cut();
    await eventually(async () => (await tails()) === 1, 20_000);
  },
  SLOW_MS,
);

test('a tail whose topic cannot be made says so once, and waits', async () => {
  const { log, lines } = recordingLog();
  // Of more brokers than there are.
  const bus = open({ log, prefix: `${randomUUID()}.`, replicationFactor: 3 });
  const tail = expect(bus.tail({ topic: 'film', handler: async () => {} })).rejects.toThrow();
  const warnings = () => lines().filter(({ msg }) => msg === 'a tail could not be opened and is retried');
  await eventually(() =>
    expect(warnings()).toMatchObject([
      { level: 'warn', topic: expect.stringMatching(/film$/), err: expect.anything() },
    ]),
  );
  await bus.close();
  await tail;
});

test('a topic that its broker has not heard of yet is waited for', async () => {
  const prefix = `${randomUUID()}.`;
  const admin = await openAdmin();
  // What keeps the broker busy while the controller has made the next one already.
  await admin.createTopics({ topics: [{ topic: `${prefix}many`, numPartitions: 100 }], waitForLeaders: false });
  await open({ prefix }).publish([message('heat')]);
});
