// `events`: from the outbox of one database to the inbox of another, over Kafka and over the Postgres log: how many a
// second when many wait, the middle of rounds in turns, and how long one takes at 500 a second; the goal is a 99th
// percentile under 1 s. Where Kafka is not installed the Postgres log is measured alone, without a baseline.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { create } from '@bufbuild/protobuf';
import { type Timestamp, timestampMs } from '@bufbuild/protobuf/wkt';
import { FilmRatedSchema } from '@marquee/contracts/events/v1/film_pb';
import { type Database, openDatabase, type Transact, type Tx } from '@marquee/data/database';
import { startEmbeddedPostgres } from '@marquee/data/embedded-postgres';
import { type MigrationSource, migrate } from '@marquee/data/migrations';
import { median, printFigure, quantile } from '@marquee/runtime/bench/figure';
import { systemClock } from '@marquee/runtime/clock';
import { createLogger } from '@marquee/runtime/log';
import { lacking } from '@marquee/testing/test-components';
import { startTestKafka } from '@marquee/testing/test-kafka';
import pg from 'pg';
import type { Bus } from '../src/bus.ts';
import { consume, on } from '../src/consumer.ts';
import { kafkaBus } from '../src/kafka-bus.ts';
import { createOutbox } from '../src/outbox.ts';
import { postgresLogBus } from '../src/postgres-log-bus.ts';
import { type Relay, startRelay } from '../src/relay.ts';
import { busMigrations, eventsMigrations } from '../src/sources.ts';

/** With --short only to see that it runs: the figures say nothing. */
const isShort = process.argv.includes('--short');
const WARM_UP = isShort ? 10 : 1_000;
const WAITING = isShort ? 500 : 5_000;
const ROUNDS = isShort ? 1 : 3;
const AGGREGATES = 200;
const PER_SECOND = 500;
const TICK_MS = 20;
const SECONDS = isShort ? 1 : 10;

const log = createLogger({ service: 'bench', level: 'error', destination: process.stderr });
const outbox = createOutbox({ clock: systemClock });
const dir = await mkdtemp(join(tmpdir(), 'marquee-bench-'));
const postgres = await startEmbeddedPostgres({
  dataDir: join(dir, 'data'),
  socketDir: join(dir, 'run'),
  logFile: join(dir, 'postgres.log'),
  settings: { max_connections: 100 },
});

async function database(name: string, source: MigrationSource): Promise<string> {
  const admin = new pg.Client({ connectionString: postgres.url('postgres') });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  await migrate({ url: postgres.url(name), dirs: [source], log });
  return postgres.url(name);
}

function append(db: Database, count: number): Promise<void> {
  return db.transaction(async (tx) => {
    for (let index = 0; index < count; index++) {
      const film = `film-${Math.floor(Math.random() * AGGREGATES)}`;
      const message = create(FilmRatedSchema, { filmId: film, accountId: 'a', rating: 5 });
      const event = {
        schema: FilmRatedSchema,
        message,
        aggregateType: 'film',
        aggregateId: film,
        aggregateVersion: 1n,
      };
      await outbox.append(tx, event);
    }
  });
}

type Path = Awaited<ReturnType<typeof open>>;

/** A bus with an outbox before it and an inbox behind it. */
async function open(name: string, bus: Bus) {
  const ownerUrl = await database(`owner_${name}`, eventsMigrations);
  const readerUrl = await database(`reader_${name}`, eventsMigrations);
  const owner = openDatabase({ url: ownerUrl, max: 8, log, applicationName: 'owner' });
  const reader = openDatabase({ url: readerUrl, max: 8, log, applicationName: 'reader' });
  let [given, taken] = [0, 0];
  let delaysMs: number[] = [];
  const effect = on(FilmRatedSchema, async ({ effects }: { effects: Timestamp[] }, _event, { occurredAt }) => {
    if (occurredAt) effects.push(occurredAt);
  });
  /** Counts the effects that have been committed. */
  const transact: Transact<{ tx: Tx; effects: Timestamp[] }> = async (work) => {
    let effects: Timestamp[] = [];
    const result = await reader.transaction((tx) => {
      effects = [];
      return work({ tx, effects });
    });
    taken += effects.length;
    for (const occurredAt of effects) delaysMs.push(Date.now() - timestampMs(occurredAt));
    return result;
  };
  const give = (count: number) => {
    given += count;
    return append(owner, count);
  };
  const untilTaken = async () => {
    while (taken < given) await delay(5);
  };
  const consumer = await consume({ db: reader, transact, bus, group: 'bench', handlers: [effect], log });
  let relay: Relay | undefined;
  const publish = () => {
    relay ??= startRelay({ url: ownerUrl, bus, log });
  };
  const hold = async () => {
    await relay?.close();
    relay = undefined;
  };
  publish();
  await give(WARM_UP);
  await untilTaken();

  return {
    /** How many a second, when many wait. */
    async perSecond(): Promise<number> {
      await hold();
      for (let index = 0; index < WAITING; index += 500) await give(500);
      const startedAt = performance.now();
      publish();
      await untilTaken();
      return WAITING / ((performance.now() - startedAt) / 1_000);
    },
    /** How long each took, at the rate. */
    async delaysMs(): Promise<number[]> {
      delaysMs = [];
      const ticks = (SECONDS * 1_000) / TICK_MS;
      const beganAt = performance.now();
      const appended: Promise<void>[] = [];
      for (let tick = 0; tick < ticks; tick++) {
        appended.push(give((PER_SECOND * TICK_MS) / 1_000));
        await delay(Math.max(0, beganAt + (tick + 1) * TICK_MS - performance.now()));
      }
      await Promise.all(appended);
      await untilTaken();
      return delaysMs;
    },
    async close() {
      await hold();
      await consumer.close();
      await bus.close();
      await Promise.all([owner.close(), reader.close()]);
    },
  };
}

/** How many a second of each bus, when many wait: the middle of rounds in turns. */
async function perSecond(paths: readonly Path[]): Promise<number[]> {
  const rounds: number[][] = paths.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, path] of paths.entries()) rounds[index]?.push(await path.perSecond());
  }
  return rounds.map(median);
}

/** Prints what is measured of Kafka by the Postgres log, or of the Postgres log alone. */
async function measure(paths: readonly Path[], what: string): Promise<void> {
  const figure = (unit: string, [value = Number.NaN, baseline]: number[]) =>
    printFigure({ name: 'events', unit: `${unit}, ${what}`, value, ...(baseline !== undefined && { baseline }) });
  figure('events/s, outbox to inbox', await perSecond(paths));
  const delaysMs: number[][] = [];
  for (const path of paths) delaysMs.push(await path.delaysMs());
  for (const share of [0.5, 0.99]) {
    const unit = `ms, p${share * 100} at ${PER_SECOND} events/s`;
    figure(
      unit,
      delaysMs.map((each) => quantile(each, share)),
    );
  }
}

const missing = lacking(['kafka']);
const kafka = missing ? undefined : await startTestKafka();
try {
  const overLog = await open('log', postgresLogBus({ url: await database('bus', busMigrations), log }));
  if (kafka) {
    const overKafka = await open('kafka', kafkaBus({ brokers: kafka.brokers, clientId: 'bench', log }));
    await measure([overKafka, overLog], 'Kafka by the Postgres log');
    await overKafka.close();
  } else {
    console.error(`events over Kafka are not measured: ${missing}`);
    await measure([overLog], 'the Postgres log alone');
  }
  await overLog.close();
} finally {
  await kafka?.stop();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}
