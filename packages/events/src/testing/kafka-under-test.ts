import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { create } from '@bufbuild/protobuf';
import { FilmRatedSchema } from '@marquee/contracts/events/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import type { LogLine } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { startTestKafka, type TestKafka } from '@marquee/testing/test-kafka';
import { Kafka, logLevel } from 'kafkajs';
import type { Bus, BusMessage } from '../bus.ts';
import { type KafkaBusOptions, kafkaBus } from '../kafka-bus.ts';

export const BROKER_MS = 90_000;
export const SLOW_MS = 60_000;

export let kafka: TestKafka;
export const closing: (() => unknown)[] = [];
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

/** As the relay does: a broker that has just come back may answer before it leads its partitions. */
export async function publishAgain(bus: Bus, published: BusMessage): Promise<void> {
  await eventually(() => bus.publish([published]), 20_000);
}

/**
 * What was said without a reader's own words: where a broker that has just come back is slow to let a group join, each
 * reader logs once that it waits, and once that it continues; a tail logs once that it waits.
 */
export function ofLink(lines: LogLine[]): string[] {
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

export function plain(prefix: string): KafkaBusOptions {
  return { brokers: kafka.brokers, clientId: 'test', prefix, sessionTimeoutMs: 3_000, log: silentLog };
}

export function open(options: Partial<KafkaBusOptions>): Bus {
  const bus = kafkaBus({ ...plain(`${randomUUID()}.`), ...options });
  closing.push(() => bus.close());
  return bus;
}

export function client(): Kafka {
  return new Kafka({ brokers: kafka.brokers, clientId: 'stranger', logLevel: logLevel.NOTHING });
}

export async function openAdmin() {
  const admin = client().admin();
  await admin.connect();
  closing.push(() => admin.disconnect());
  return admin;
}

export function message(key: string): BusMessage {
  return { topic: 'film', key, id: newId(), type: FilmRatedSchema.typeName, body: new Uint8Array([1]) };
}

export function filmRated(film: string) {
  return {
    schema: FilmRatedSchema,
    message: create(FilmRatedSchema, { filmId: film, accountId: newId(), rating: 5 }),
    aggregateType: 'film',
    aggregateId: film,
    aggregateVersion: 1n,
  };
}

/** A network that can be cut, as for a process that was killed. */
export function cuttable() {
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
