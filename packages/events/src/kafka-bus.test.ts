// @requires kafka
// @inputs packages/events
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { zstdCompressSync } from 'node:zlib';
import { create } from '@bufbuild/protobuf';
import { FilmRatedSchema } from '@marquee/contracts/events/v1/film_pb';
import type { Transact, Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { type LogLine, recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { testDatabase } from '@marquee/testing/test-database';
import { startTestKafka, type TestKafka } from '@marquee/testing/test-kafka';
import { CompressionCodecs, CompressionTypes, Kafka, KafkaJSNonRetriableError, logLevel, Partitioners } from 'kafkajs';
import type { Bus, BusMessage } from './bus.ts';
import { consume, on } from './consumer.ts';
import { type KafkaBusOptions, kafkaBus } from './kafka-bus.ts';
import { createOutbox } from './outbox.ts';
import { startRelay } from './relay.ts';
import { busContract } from './testing/bus-contract.ts';

const BROKER_MS = 90_000;
const SLOW_MS = 60_000;

let kafka: TestKafka;
const closing: (() => unknown)[] = [];
const unhandled: unknown[] = [];
const noteUnhandled = (reason: unknown) => void unhandled.push(reason);

beforeAll(async () => {
  kafka = await startTestKafka();
  process.on('unhandledRejection', noteUnhandled);
}, BROKER_MS);

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  expect(unhandled.splice(0)).toEqual([]);
}, SLOW_MS);

afterAll(async () => {
  process.off('unhandledRejection', noteUnhandled);
  await kafka.stop();
});

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

test(
  'while the broker is unavailable everything waits, logs that once, and continues by itself',
  async () => {
    const { log, lines, said } = recordingLog();
    const bus = open({ log });
    const owner = await testDatabase('events');
    const outbox = createOutbox({ clock: { now: () => new Date() } });
    const relay = startRelay({ url: owner.url, bus, log });
    closing.push(() => relay.close());
    const emit = (film: string) => owner.transaction((tx) => outbox.append(tx, filmRated(film)));
    const grouped: string[] = [];
    const tailed: string[] = [];
    await bus.subscribe({ topic: 'film', group: 'g', handler: async ({ key }) => void grouped.push(key) });
    await bus.tail({ topic: 'film', handler: async ({ key }) => void tailed.push(key) });
    await emit('before');
    await eventually(() => grouped.length === 1 && tailed.length === 1);

    await kafka.kill();
    await eventually(() => !bus.isReady());
    await expect(bus.publish([message('heat')])).rejects.toThrow(
      /1 events were not published to Kafka: Kafka \(127.0.0.1:\d+\) cannot be reached: .*ECONNREFUSED/,
    );
    await expect(bus.lag()).rejects.toThrow(/cannot be reached/);
    await emit('meanwhile');
    await eventually(() => said().some((line) => line.startsWith('publishing failed')));
    await kafka.start();
    await eventually(() => bus.isReady());
    await emit('after');
    // What was taken just before the kill may come again: its commit went down with the broker.
    const distinct = (keys: string[]) => [...new Set(keys)].sort().join();
    await eventually(() => distinct(grouped) === 'after,before,meanwhile', 30_000);
    await eventually(() => distinct(tailed) === 'after,before,meanwhile');
    // The relay says so once it has marked what was published, which readers do not wait for.
    const ofRelay = () => said().filter((line) => /^(publishing failed|events are published again)/.test(line));
    await eventually(() => ofRelay().at(-1) === 'events are published again');
    expect(ofLink(lines()).filter((line) => !ofRelay().includes(line))).toEqual([
      'Kafka is connected',
      'Kafka cannot be reached: events wait until it is back',
      'Kafka is connected again: events continue',
    ]);
    // A broker that has just started may take the events of one partition and refuse those of another for a moment.
    const outage = ['publishing failed; events wait in the outbox and are retried', 'events are published again'];
    expect(ofRelay()).toEqual(ofRelay().map((_, index) => outage[index % 2]));
  },
  BROKER_MS,
);

test(
  'a broker that is unavailable at the start is waited for',
  async () => {
    await kafka.kill();
    const { log, lines } = recordingLog();
    const bus = open({ log });
    const grouped: string[] = [];
    const tailed: string[] = [];
    await bus.subscribe({ topic: 'film', group: 'g', handler: async ({ key }) => void grouped.push(key) });
    const tail = bus.tail({ topic: 'film', handler: async ({ key }) => void tailed.push(key) });
    await expect(bus.publish([message('heat')])).rejects.toThrow(/cannot be reached/);
    expect(bus.isReady()).toBe(false);
    // Closing does not wait meanwhile.
    const impatient = open({});
    const refused = expect(impatient.tail({ topic: 'film', handler: async () => {} })).rejects.toThrow();
    await impatient.close();
    await refused;

    await kafka.start();
    await tail;
    expect(bus.isReady()).toBe(true);
    await publishAgain(bus, message('heat'));
    await eventually(() => grouped.length >= 1 && tailed.length >= 1, 20_000);
    expect(ofLink(lines())).toEqual([
      'Kafka cannot be reached: events wait until it is back',
      'Kafka is connected again: events continue',
    ]);
  },
  BROKER_MS,
);

test(
  'a broker that hangs is noticed, and everything continues when it answers again',
  async () => {
    const { log, lines } = recordingLog();
    const bus = open({ log });
    const seen: string[] = [];
    await bus.subscribe({ topic: 'film', group: 'g', handler: async ({ key }) => void seen.push(key) });
    await bus.publish([message('before')]);
    await eventually(() => seen.length === 1);
    closing.push(() => kafka.resume());
    await kafka.pause();
    await eventually(() => !bus.isReady(), 15_000);
    await expect(bus.publish([message('heat')])).rejects.toThrow(
      // The client's own request may run out of time first.
      /cannot be reached: (no answer within|Request Metadata.* timed out)/,
    );
    kafka.resume();
    await eventually(() => bus.isReady());
    await publishAgain(bus, message('after'));
    await eventually(() => seen.includes('after'), 30_000);
    expect([...new Set(seen)]).toEqual(['before', 'after']);
    expect(ofLink(lines())).toEqual([
      'Kafka is connected',
      'Kafka cannot be reached: events wait until it is back',
      'Kafka is connected again: events continue',
    ]);
  },
  BROKER_MS,
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

test('a batch in a compression that cannot be read here is read all the same', async () => {
  const prefix = `${randomUUID()}.`;
  const bus = open({ prefix, partitions: 1 });
  const seen: string[] = [];
  await bus.subscribe({ topic: 'film', group: 'g', handler: async ({ key }) => void seen.push(key) });
  await bus.publish([message('before')]);
  await publishUnreadable(`${prefix}film`);
  await bus.publish([message('after')]);
  await eventually(() => seen.length === 3);
  expect(seen).toEqual(['before', 'unreadable', 'after']);
});

test(
  'a reader that breaks whenever it has joined says so once, and tries again ever more rarely',
  async () => {
    const prefix = `${randomUUID()}.`;
    const admin = await openAdmin();
    // As an operator's own topic may be set.
    await admin.createTopics({ topics: [{ topic: `${prefix}film`, numPartitions: 1 }], waitForLeaders: true });
    await publishUnreadable(`${prefix}film`);
    const { log, said } = recordingLog();
    const connected: number[] = [];
    const bus = open({
      prefix,
      log,
      socketFactory: (options) => {
        connected.push(performance.now());
        return net.connect(options.port, options.host, options.onConnect);
      },
    });
    await bus.subscribe({ topic: 'film', group: 'g', handler: async () => {} });
    await eventually(() => said().some((line) => line.startsWith('events cannot be received')), 30_000);
    // Every session connects again: the pauses between them have grown.
    await eventually(() => connected.some((at, index) => at - (connected[index - 1] ?? at) > 1_500), 30_000);
    expect(said().filter((line) => line.startsWith('events cannot be received'))).toHaveLength(1);
    expect(said()).not.toContain('events are received again');
  },
  SLOW_MS,
);

/** As a stranger may: with zstd, which our readers do not know. */
async function publishUnreadable(topic: string): Promise<void> {
  CompressionCodecs[CompressionTypes.ZSTD] = () => ({
    compress: async ({ buffer }: { buffer: Buffer }) => zstdCompressSync(buffer),
    decompress: async () => {
      throw new KafkaJSNonRetriableError('ZSTD compression is not known');
    },
  });
  const { id, type } = message('unreadable');
  const stranger = client().producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await stranger.connect();
  const messages = [{ key: 'unreadable', value: Buffer.from([1]), headers: { id, type } }];
  await stranger.send({ topic, compression: CompressionTypes.ZSTD, messages });
  await stranger.disconnect();
}

/** As the relay does: a broker that has just come back may answer before it leads its partitions. */
async function publishAgain(bus: Bus, published: BusMessage): Promise<void> {
  await eventually(() => bus.publish([published]), 20_000);
}

/**
 * What was said without a reader's own words: where a broker that has just come back is slow to let a group join, each
 * reader logs once that it waits, and once that it continues; a tail logs once that it waits.
 */
function ofLink(lines: LogLine[]): string[] {
  const words = lines.filter(({ msg }) => /^events (cannot be|are) received/.test(msg));
  for (const ofReader of Map.groupBy(words, ({ group }) => group).values()) {
    expect(ofReader.map(({ msg }) => msg)).toEqual(
      ['events cannot be received; retrying', 'events are received again'].slice(0, ofReader.length),
    );
  }
  const waits = lines.filter(({ msg }) => /^a tail could not be opened/.test(msg));
  expect(waits.length).toBeLessThanOrEqual(1);
  return lines.filter((line) => !words.includes(line) && !waits.includes(line)).map(({ msg }) => msg);
}

function plain(prefix: string): KafkaBusOptions {
  return { brokers: kafka.brokers, clientId: 'test', prefix, sessionTimeoutMs: 3_000, log: silentLog };
}

function open(options: Partial<KafkaBusOptions>): Bus {
  const bus = kafkaBus({ ...plain(`${randomUUID()}.`), ...options });
  closing.push(() => bus.close());
  return bus;
}

function client(): Kafka {
  return new Kafka({ brokers: kafka.brokers, clientId: 'stranger', logLevel: logLevel.NOTHING });
}

async function openAdmin() {
  const admin = client().admin();
  await admin.connect();
  closing.push(() => admin.disconnect());
  return admin;
}

function message(key: string): BusMessage {
  return { topic: 'film', key, id: newId(), type: FilmRatedSchema.typeName, body: new Uint8Array([1]) };
}

function filmRated(film: string) {
  return {
    schema: FilmRatedSchema,
    message: create(FilmRatedSchema, { filmId: film, accountId: newId(), rating: 5 }),
    aggregateType: 'film',
    aggregateId: film,
    aggregateVersion: 1n,
  };
}

/** A network that can be cut, as for a process that was killed. */
function cuttable() {
  const sockets = new Set<net.Socket>();
  let isCut = false;
  return {
    connect: ({ host, port, onConnect }: { host: string; port: number; onConnect: () => void }) => {
      const socket = isCut ? new net.Socket() : net.connect({ host, port }, onConnect);
      sockets.add(socket);
      if (isCut) socket.destroy(new Error('cut'));
      return socket;
    },
    written: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy(new Error('cut'));
    },
    mend: () => {
      isCut = false;
    },
  };
}
