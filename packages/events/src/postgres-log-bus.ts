import { crc32 } from 'node:zlib';
import type { Statement } from '@marquee/data/database';
import { every } from '@marquee/data/every';
import { pruneRows } from '@marquee/data/prune';
import type { Logger } from '@marquee/runtime/log';
import pg from 'pg';
import type { Bus, BusMessage, Lag, Subscription } from './bus.ts';
import { RETENTION_DAYS } from './bus.ts';
import { followGroup } from './postgres-log-group.ts';
import { openLogListener } from './postgres-log-listener.ts';
import { followTail } from './postgres-log-tail.ts';

export type PostgresLogBusOptions = {
  /** The database `bus`, migrated with busMigrations. */
  url: string;
  log: Logger;
  /** Fixed for a topic once it holds messages: the key of an event decides its partition. */
  partitions?: number;
};

export const PARTITIONS = 4;
export const PUBLISH_CONNECTIONS = 2;
export const CONSUME_CONNECTIONS = 6;
/** All connections that one process opens to the bus: two pools and the listener. */
export const BUS_CONNECTIONS = PUBLISH_CONNECTIONS + CONSUME_CONNECTIONS + 1;
const CONNECT_TIMEOUT_MS = 60_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** A member that is silent for this long loses its partition. */
const SILENT_MEMBER_MS = 60_000;
const PRUNE_EVERY_MS = 3_600_000;

/**
 * The embedded bus: an append-only log in PostgreSQL. A partition's row is updated by the appending transaction, so
 * that offsets are dense and appear in their order; a group keeps the next offset it will read of each partition.
 * LISTEN only wakes readers; they also poll.
 */
export function postgresLogBus({ url, log, partitions = PARTITIONS }: PostgresLogBusOptions): Bus {
  const publishing = openPool(url, PUBLISH_CONNECTIONS, 'bus publish', log);
  const consuming = openPool(url, CONSUME_CONNECTIONS, 'bus consume', log);
  const listener = openLogListener(url, log);
  const open = new Set<Subscription>();
  const groups = new Map<Subscription, { topic: string; group: string }>();
  const pruning = every(PRUNE_EVERY_MS, () => pruneMessages(publishing), { name: 'old events', log });

  const track = (subscription: Subscription): Subscription => {
    const tracked: Subscription = {
      close: async () => {
        open.delete(tracked);
        groups.delete(tracked);
        await subscription.close();
      },
    };
    open.add(tracked);
    return tracked;
  };
  return {
    publish: (messages) => publish(publishing, messages, partitions),
    subscribe: async (options) => {
      const subscription = track(followGroup({ pool: consuming, listener, log, ...options }));
      groups.set(subscription, options);
      return subscription;
    },
    tail: async (options) => track(await followTail({ pool: consuming, listener, log, ...options })),
    isReady: () => listener.isConnected(),
    lag: () => {
      const distinct = new Map([...groups.values()].map((place) => [`${place.group}\0${place.topic}`, place]));
      return Promise.all([...distinct.values()].map((place) => lagOf(publishing, place)));
    },
    close: async () => {
      await pruning.close();
      await Promise.all([...open].map((subscription) => subscription.close()));
      await listener.close();
      await Promise.all([publishing.end(), consuming.end()]);
    },
  };
}

function openPool(url: string, max: number, name: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: SILENT_MEMBER_MS,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection to the bus was lost'));
  return pool;
}

async function publish(pool: pg.Pool, messages: readonly BusMessage[], partitions: number): Promise<void> {
  if (messages.length === 0) return;
  await pool.query({
    name: 'bus.append',
    text: APPEND,
    values: [
      messages.map(({ topic }) => topic),
      messages.map(({ key }) => partitionOf(key, partitions)),
      messages.map(({ key }) => key),
      messages.map(({ id }) => id),
      messages.map(({ type }) => type),
      messages.map(({ body }) => Buffer.from(body.buffer, body.byteOffset, body.byteLength)),
    ],
  });
}

async function lagOf(pool: pg.Pool, { topic, group }: { topic: string; group: string }): Promise<Lag> {
  const { rows } = await pool.query<{ messages: number }>({ name: 'bus.lag', text: LAG, values: [topic, group] });
  return { topic, group, messages: rows[0]?.messages ?? 0 };
}

function partitionOf(key: string, partitions: number): number {
  return crc32(key) % partitions;
}

async function pruneMessages(pool: pg.Pool): Promise<void> {
  const query = async (statement: Statement) => (await pool.query(statement)).rows;
  await pruneRows({ query }, { table: 'messages', where: `published_at < now() - interval '${RETENTION_DAYS} days'` });
}

/** Partitions are locked in one order, so that two publishers cannot deadlock. */
const APPEND = `
  WITH added AS MATERIALIZED (
    SELECT topic, partition, key, id, type, body, row_number() OVER (PARTITION BY topic, partition ORDER BY place) AS place
    FROM unnest($1::text[], $2::int[], $3::text[], $4::uuid[], $5::text[], $6::bytea[])
      WITH ORDINALITY AS m (topic, partition, key, id, type, body, place)
  ), counted AS (
    SELECT topic, partition, count(*) AS n FROM added GROUP BY topic, partition
  ), claimed AS (
    INSERT INTO partitions (topic, partition, next) SELECT topic, partition, n FROM counted ORDER BY topic, partition
    ON CONFLICT (topic, partition) DO UPDATE SET next = partitions.next + excluded.next
    RETURNING topic, partition, next
  ), appended AS (
    INSERT INTO messages (topic, partition, "offset", key, id, type, body)
    SELECT a.topic, a.partition, p.next - c.n + a.place - 1, a.key, a.id, a.type, a.body
    FROM added a JOIN claimed p USING (topic, partition) JOIN counted c USING (topic, partition)
  )
  SELECT pg_notify('bus', topic) FROM counted GROUP BY topic`;
/** Expired messages do not count. */
const LAG = `
  SELECT coalesce(sum(p.next - greatest(coalesce(g.next, 0), coalesce(oldest.first, p.next))), 0)::int AS messages
  FROM partitions p
  LEFT JOIN group_offsets g ON g."group" = $2 AND g.topic = p.topic AND g.partition = p.partition
  LEFT JOIN LATERAL (
    SELECT min(m."offset") AS first FROM messages m WHERE m.topic = p.topic AND m.partition = p.partition
  ) AS oldest ON true
  WHERE p.topic = $1`;
