// @requires kafka
// @inputs packages/events
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { testDatabase } from '@marquee/testing/test-database';
import { createOutbox } from './outbox.ts';
import { startRelay } from './relay.ts';
import {
  BROKER_MS,
  closing,
  filmRated,
  kafka,
  message,
  ofLink,
  open,
  publishAgain,
} from './testing/kafka-under-test.ts';

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
