import { create, toBinary } from '@bufbuild/protobuf';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import { FilmRatedSchema } from '@marquee/contracts/events/v1/film_pb';
import type { Transact, Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { Logger } from '@marquee/runtime/log';
import { eventually } from '@marquee/testing/eventually';
import { type FixedClock, fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { type TestDatabase, testDatabase } from '@marquee/testing/test-database';
import { type Bus, type BusMessage, type Delivery, TAIL_TRIES } from '../bus.ts';
import { type Consumer, consume, on } from '../consumer.ts';
import { createOutbox, type DomainEvent } from '../outbox.ts';
import { type Relay, startRelay } from '../relay.ts';

const PUBLISHED_MS = 20_000;

export type BusUnderTest = {
  /** Another process's handle on the same bus. */
  connect(): Promise<Bus>;
  /** Cuts all connections, as when processes are killed: nothing is sent afterwards. */
  crash(): Promise<void>;
};

/** The suite that every bus passes. `open` gives a bus that is empty. */
export function busContract(name: string, open: () => Promise<BusUnderTest>): void {
  describe(name, () => {
    let under: BusUnderTest;
    let bus: Bus;
    let owner: TestDatabase;
    let consumer: TestDatabase;
    let clock: FixedClock;
    let closing: (() => unknown)[];

    beforeEach(async () => {
      closing = [];
      under = await open();
      bus = await connect();
      owner = await testDatabase('events');
      consumer = await testDatabase('events');
      await consumer.query('CREATE TABLE effects (place int GENERATED ALWAYS AS IDENTITY, film text, rating int)');
      clock = fixedClock('2026-11-20T12:00:00Z');
    });

    afterEach(async () => {
      for (const close of closing.reverse()) await close();
    });

    async function connect(): Promise<Bus> {
      const connected = await under.connect();
      closing.push(() => connected.close());
      return connected;
    }

    function relay(to: Bus = bus): Relay {
      const started = startRelay({ url: owner.url, bus: to, log: silentLog });
      closing.push(() => started.close());
      return started;
    }

    async function collect(group: string, to: Bus = bus): Promise<Delivery[]> {
      const seen: Delivery[] = [];
      await to.subscribe({ topic: 'film', group, handler: async (delivery) => void seen.push(delivery) });
      return seen;
    }

    const transact: Transact<{ tx: Tx }> = (work) => consumer.transaction((tx) => work({ tx }));

    /** Records the rating of each event; fails those for which `refuse` is true. */
    async function consumeRatings(
      refuse: (rating: number) => boolean = () => false,
      { from = bus, log = silentLog }: { from?: Bus; log?: Logger } = {},
    ): Promise<Consumer> {
      const record = on(FilmRatedSchema, async ({ tx }: { tx: Tx }, { filmId, rating }) => {
        await tx.query('INSERT INTO effects (film, rating) VALUES ($1, $2)', [filmId, rating]);
        if (refuse(rating)) throw new Error(`refuses ${rating}`);
      });
      const options = { db: consumer, transact, bus: from, group: 'ratings', handlers: [record], log, clock };
      const started = await consume(options);
      closing.push(() => started.close());
      return started;
    }

    async function effects(film: string): Promise<number[]> {
      const rows = await consumer.query<{ rating: number }>(
        'SELECT rating FROM effects WHERE film = $1 ORDER BY place',
        [film],
      );
      return rows.map(({ rating }) => rating);
    }

    const append = (tx: Tx, film: string, rating: number) =>
      createOutbox({ clock }).append(tx, filmRated(film, rating));
    const emit = (film: string, ...ratings: number[]) =>
      owner.transaction(async (tx) => {
        for (const rating of ratings) await append(tx, film, rating);
      });

    test('events of a key arrive in order, in every group, from the oldest', async () => {
      relay();
      const early = await collect('early');
      const numbers = Array.from({ length: 120 }, (_, index) => index);
      for (const part of [numbers.slice(0, 40), numbers.slice(40, 41), numbers.slice(41)]) await emit('heat', ...part);
      await eventually(() => early.length >= 120);
      const late = await collect('late');
      await eventually(() => late.length >= 120);
      expect(late.map(({ id }) => id)).toEqual(early.map(({ id }) => id));
      const published = await owner.query<{ id: string }>('SELECT id FROM outbox ORDER BY seq');
      expect(early.map(({ id }) => id)).toEqual(published.map(({ id }) => id));
    });

    test('an event whose transaction was open while later ones were published is not skipped', async () => {
      relay();
      const seen = await collect('all');
      let commit = () => {};
      const held = new Promise<void>((resolve) => {
        commit = resolve;
      });
      let inserted = () => {};
      const begun = new Promise<void>((resolve) => {
        inserted = resolve;
      });
      const earlier = owner.transaction(async (tx) => {
        await append(tx, 'earlier', 1);
        await append(tx, 'earlier', 2);
        inserted();
        await held;
      });
      await begun;
      await emit('later', 1, 2);
      await eventually(() => seen.length >= 2);
      expect(seen.map(({ key }) => key)).toEqual(['later', 'later']);
      commit();
      await earlier;
      await eventually(() => seen.length >= 4);
      expect(seen.slice(2).map(({ key }) => key)).toEqual(['earlier', 'earlier']);
    });

    test('a failed event is delivered again before later ones of its key', async () => {
      const taken: string[] = [];
      let refusals = 2;
      await bus.subscribe({
        topic: 'film',
        group: 'g',
        handler: async ({ id }) => {
          if (refusals-- > 0) throw new Error('not now');
          taken.push(id);
        },
      });
      const messages = [message('heat'), message('heat'), message('heat')];
      await bus.publish(messages);
      await eventually(() => taken.length >= 3);
      expect(taken).toEqual(messages.map(({ id }) => id));
    });

    test('an event delivered twice takes effect once', async () => {
      await consumeRatings();
      await emit('heat', 5, 6);
      const rows = await owner.query<BusMessage>('SELECT id, topic, key, type, body FROM outbox ORDER BY seq');
      await bus.publish(rows);
      await bus.publish(rows);
      await emit('heat', 7);
      relay();
      await eventually(async () => (await effects('heat')).includes(7));
      expect(await effects('heat')).toEqual([5, 6, 7]);
    });

    test('a poison event parks its key, lets others pass and is replayed in order', async () => {
      relay();
      let broken = true;
      const ratings = await consumeRatings((rating) => broken && rating === 2);
      await emit('heat', 1, 2, 3);
      await emit('alien', 1);
      await eventually(async () => (await effects('alien')).length === 1);
      const parked = () => consumer.query('SELECT event_id FROM dead_letters WHERE key = $1', ['heat']);
      await eventually(async () => (await parked()).length === 2);
      await emit('heat', 4);
      await eventually(async () => (await parked()).length === 3);
      expect(await effects('heat')).toEqual([1]);

      await expect(ratings.replay({ key: 'heat' })).resolves.toEqual({ replayed: 0, parked: 3 });
      broken = false;
      await expect(ratings.replay({ key: 'heat' })).resolves.toEqual({ replayed: 3, parked: 0 });
      await emit('heat', 5);
      await eventually(async () => (await effects('heat')).length === 5);
      expect(await effects('heat')).toEqual([1, 2, 3, 4, 5]);
    });

    test('a failed event is retried after its pause', async () => {
      relay();
      let failures = 0;
      await consumeRatings(
        (rating) => rating === 1 && clock.now() < new Date('2026-11-20T12:00:05Z') && ++failures > 0,
      );
      await emit('heat', 1, 2);
      await eventually(async () => (await consumer.query('SELECT 1 FROM dead_letters')).length === 2);
      const tried = failures;
      clock.advance(5_000);
      await eventually(async () => (await effects('heat')).length === 2);
      expect(await effects('heat')).toEqual([1, 2]);
      expect(failures).toBe(tried);
    });

    test('a crash in the middle of a batch loses nothing and keeps the order', async () => {
      relay();
      const numbers = Array.from({ length: 30 }, (_, index) => index);
      await emit('heat', ...numbers);
      await eventually(async () => (await owner.query('SELECT 1 FROM outbox WHERE published_at IS NULL')).length === 0);
      let release = () => {};
      const hung = new Promise<void>((resolve) => {
        release = resolve;
      });
      const first = await connect();
      let last: number | undefined;
      const record = on(FilmRatedSchema, async ({ tx }: { tx: Tx }, { filmId, rating }) => {
        await tx.query('INSERT INTO effects (film, rating) VALUES ($1, $2)', [filmId, rating]);
        last = rating;
      });
      const crashing = await consume({
        db: consumer,
        async transact(work) {
          const result = await transact(work);
          if (last === 11) await hung;
          return result;
        },
        bus: first,
        group: 'ratings',
        handlers: [record],
        log: silentLog,
      });
      await eventually(async () => (await effects('heat')).length === 12);
      await under.crash();
      await consumeRatings(undefined, { from: await connect() });
      await eventually(async () => (await effects('heat')).length === 30);
      release();
      await crashing.close();
      expect(await effects('heat')).toEqual(numbers);
    });

    test('of two relays one publishes, and the other takes over when its connection is gone', async () => {
      relay();
      relay(await connect());
      const seen = await collect('all');
      const films = Array.from({ length: 20 }, (_, index) => `film-${index}`);
      await Promise.all(films.map((film) => emit(film, 1, 2, 3)));
      await eventually(() => seen.length >= 60);
      // Events published but not yet marked would be published again.
      await eventually(async () => (await owner.query('SELECT 1 FROM outbox WHERE published_at IS NULL')).length === 0);
      const killed = await owner.query(
        `SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
         WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.granted`,
      );
      expect(killed).toHaveLength(1);
      await Promise.all(films.map((film) => emit(film, 4)));
      await eventually(() => seen.length >= 80);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(80);
      expect(seen).toHaveLength(80);
    });

    test('an event published but not marked is published again', async () => {
      let interrupted = 0;
      const dying: Bus = {
        ...bus,
        publish: async (messages) => {
          await bus.publish(messages);
          if (interrupted++ === 0) throw new Error('killed before the mark');
        },
      };
      const seen = await collect('all');
      await consumeRatings();
      await emit('heat', 1, 2);
      relay(dying);
      await eventually(() => seen.length >= 4);
      await eventually(async () => (await effects('heat')).length === 2);
      expect(await effects('heat')).toEqual([1, 2]);
    });

    test('a partition with a failing event retries with growing pauses, and other partitions continue', async () => {
      const tried: number[] = [];
      const taken: Delivery[] = [];
      let refuse = true;
      let held = '';
      await bus.subscribe({
        topic: 'film',
        group: 'g',
        handler: async (delivery) => {
          if (delivery.key === 'stuck' && refuse) {
            tried.push(Date.now());
            held = partitionOf(delivery);
            throw new Error('not now');
          }
          taken.push(delivery);
        },
      });
      const behind = message('stuck');
      await bus.publish([message('stuck'), behind]);
      await eventually(() => tried.length >= 1);
      await bus.publish(Array.from({ length: 30 }, (_, index) => message(`other-${index}`)));
      await eventually(() => tried.length >= 4 && taken.length > 0);
      expect(taken.map(partitionOf)).not.toContain(held);
      for (const [index, pauseMs] of [90, 180, 360].entries()) {
        expect((tried[index + 1] ?? 0) - (tried[index] ?? 0)).toBeGreaterThanOrEqual(pauseMs);
      }
      refuse = false;
      await eventually(() => taken.length === 32);
      expect(taken.filter(({ key }) => key === 'stuck').at(-1)?.id).toBe(behind.id);
    });

    test('a foreign message becomes a dead letter with its reason, once, and later events continue', async () => {
      const { log, said } = recordingLog();
      const ratings = await consumeRatings(undefined, { log });
      const { typeName } = FilmRatedSchema;
      const strangers = [
        { ...message('nameless'), type: '' },
        { ...message('foreign'), type: 'com.example.OrderPlaced' },
        { ...message('garbled'), body: new Uint8Array([0xff, 0xff]) },
        { ...message('mislabelled'), body: envelope({ type: 'events.v1.FilmPublished' }) },
        { ...message('empty'), body: new Uint8Array() },
      ];
      // As the relay does: a broker may answer before it leads the partitions of a topic that was just made.
      await eventually(() => bus.publish(strangers), PUBLISHED_MS);
      await bus.publish(strangers);
      await emit('heat', 1);
      relay();
      await eventually(async () => (await effects('heat')).length === 1);
      const setAside = () =>
        consumer.query<{ key: string; error: string; dueAt: Date | null; body: Buffer }>(
          'SELECT key, error, due_at, body FROM dead_letters ORDER BY key',
        );
      await eventually(async () => (await setAside()).length === 5);
      const reasons = [
        ['empty', /its envelope holds the event ""/],
        ['foreign', /"com.example.OrderPlaced" is no type of event/],
        ['garbled', /its envelope cannot be read/],
        ['mislabelled', new RegExp(`sent as "${typeName}" .*, and its envelope holds`)],
        ['nameless', /"" is no type of event/],
      ] as const;
      const letters = await setAside();
      for (const [index, [key, reason]] of reasons.entries()) {
        expect(letters[index]).toMatchObject({ key, error: expect.stringMatching(reason), dueAt: null });
      }
      expect(letters[2]?.body).toEqual(Buffer.from([0xff, 0xff]));
      expect(said().filter((line) => line === 'an event failed and became a dead letter')).toHaveLength(5);
      // A manual replay does not mark it as done.
      await expect(ratings.replay()).resolves.toEqual({ replayed: 0, parked: 5 });
    });

    test('lag counts the messages that a group has not handled', async () => {
      const taken: string[] = [];
      let failuresLeft = 2;
      await expect(bus.lag()).resolves.toEqual([]);
      await bus.publish(Array.from({ length: 5 }, () => message('heat')));
      const subscription = await bus.subscribe({
        topic: 'film',
        group: 'g',
        handler: async ({ id }) => {
          if (failuresLeft-- <= 0) throw new Error('not now');
          taken.push(id);
        },
      });
      await eventually(async () => (await bus.lag())[0]?.messages === 3);
      expect(await bus.lag()).toEqual([{ topic: 'film', group: 'g', messages: 3 }]);
      failuresLeft = 100;
      await eventually(async () => (await bus.lag())[0]?.messages === 0);
      expect(taken).toHaveLength(5);
      await subscription.close();
      expect(await bus.lag()).toEqual([]);
    });

    test('is ready while it is connected', async () => {
      await eventually(() => bus.isReady());
      await under.crash();
      await eventually(() => !bus.isReady());
      const another = await connect();
      await eventually(() => another.isReady());
    });

    test('closing a subscription waits for the message being handled, which then counts as handled', async () => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      closing.push(release);
      const first: string[] = [];
      const subscription = await bus.subscribe({
        topic: 'film',
        group: 'g',
        handler: async ({ id }) => {
          first.push(id);
          await held;
        },
      });
      const messages = [message('heat'), message('heat')];
      await bus.publish(messages);
      await eventually(() => first.length === 1);
      let closed = false;
      const finished = subscription.close().then(() => {
        closed = true;
      });
      await bus.publish([message('alien')]);
      expect(closed).toBe(false);
      release();
      await finished;
      const rest = await collect('g', await connect());
      await eventually(() => rest.length === 2);
      expect(first).toEqual([messages[0]?.id]);
      expect(rest.map(({ id }) => id)).toContain(messages[1]?.id);
      expect(rest.map(({ id }) => id)).not.toContain(messages[0]?.id);
    });

    test('a tail skips a message that keeps failing', async () => {
      const seen: string[] = [];
      let refused = 0;
      await bus.tail({
        topic: 'film',
        handler: async ({ key, type }) => {
          if (type === 'Bad' && ++refused > 0) throw new Error('cannot be read');
          seen.push(key);
        },
      });
      await bus.publish([{ ...message('heat'), type: 'Bad' }, message('heat')]);
      await eventually(() => seen.length === 1);
      expect(refused).toBe(TAIL_TRIES);
    });

    test('a tail delivers what is published from now on to every process', async () => {
      await bus.publish([message('before')]);
      const seen: string[] = [];
      for (const process of [bus, await connect()]) {
        await process.tail({ topic: 'film', handler: async ({ key }) => void seen.push(key) });
      }
      await bus.publish([message('after')]);
      await eventually(() => seen.length >= 2);
      expect(seen).toEqual(['after', 'after']);
    });
  });
}

function filmRated(film: string, rating: number): DomainEvent {
  return {
    schema: FilmRatedSchema,
    message: create(FilmRatedSchema, { filmId: film, accountId: newId(), rating }),
    aggregateType: 'film',
    aggregateId: film,
    aggregateVersion: BigInt(rating),
  };
}

/** An encoded envelope with a new id. */
function envelope(said: { type: string }): Uint8Array {
  return toBinary(EnvelopeSchema, create(EnvelopeSchema, { id: newId(), ...said }));
}

function partitionOf({ position }: Delivery): string {
  return position.split('/')[0] ?? '';
}

function message(key: string): BusMessage {
  return { topic: 'film', key, id: newId(), type: FilmRatedSchema.typeName, body: new Uint8Array([1]) };
}
