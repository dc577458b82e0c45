import { access } from 'node:fs/promises';
import type { Bus } from '@marquee/events/bus';
import type { KafkaConnection } from '@marquee/events/kafka-client';
import { systemClock } from '@marquee/runtime/clock';
import { ConfigError } from '@marquee/runtime/config';
import type { Logger } from '@marquee/runtime/log';
import { memoryWaitingRooms } from '@marquee/runtime/memory-waiting-rooms';
import { memoryRateLimits } from '@marquee/runtime/rate-limits';
import { memorySharedCaches } from '@marquee/runtime/shared-caches';
import type { Shutdown } from '@marquee/runtime/shutdown';
import { memorySignals } from '@marquee/runtime/signals';
import { createVerifier } from '@marquee/runtime/verifier';
import type { Platform } from '@marquee/service/platform';
import { type BlobStore, BlobsUnavailableError } from '@marquee/storage/blob-store';
import { type ClockWatch, compareWithRedis } from './clock-watch.ts';
import type { BlobConfig, ProcessConfig } from './process-config.ts';
import { watchRedis } from './process-telemetry.ts';
import { makeFolder } from './setting-checks.ts';
import { type BoundCheck, SettingError } from './start-checks.ts';

type Options = {
  name: string;
  config: ProcessConfig;
  log: Logger;
  shutdown: Shutdown;
  /** Compared with the clock of Redis, by a process without a database. */
  clock?: ClockWatch;
};

/** What all services of a process share. */
export type Shared = Omit<Platform, 'blobs' | 'serviceKey' | 'addresses' | 'databaseUrl' | 'host' | 'port'>;

/** Picks the adapters that the environment asks for, and registers how each ends. */
export async function openShared(options: Options): Promise<Shared> {
  const { config, log } = options;
  return {
    log,
    clock: systemClock,
    ...(await openCounters(options)),
    bus: await openBus(options),
    verifier: createVerifier(config.PUBLIC_KEYS),
  };
}

/** What replicas share over Redis; without it each process keeps to itself. */
async function openCounters(
  options: Options,
): Promise<Pick<Platform, 'signals' | 'rateLimits' | 'sharedCaches' | 'waitingRooms' | 'locks'>> {
  const { config, log, shutdown, clock } = options;
  if (!config.REDIS_URL) {
    return {
      signals: memorySignals({ log }),
      rateLimits: memoryRateLimits(),
      sharedCaches: memorySharedCaches({ clock: systemClock }),
      waitingRooms: memoryWaitingRooms(),
    };
  }
  const [
    { openRedis },
    { redisSignals },
    { redisRateLimits },
    { redisSharedCaches },
    { redisLocks },
    { redisWaitingRooms },
  ] = await Promise.all([
    import('@marquee/runtime/redis/open-redis'),
    import('@marquee/runtime/redis/redis-signals'),
    import('@marquee/runtime/redis/redis-rate-limits'),
    import('@marquee/runtime/redis/redis-shared-caches'),
    import('@marquee/runtime/redis/redis-locks'),
    import('@marquee/runtime/redis/redis-waiting-rooms'),
  ]);
  const redis = openRedis({ url: config.REDIS_URL, log });
  shutdown.onShutdown('redis', () => redis.close());
  const signals = redisSignals(redis, { log });
  watchRedis(redis, signals);
  if (clock) {
    const watching = compareWithRedis(clock, redis, log);
    shutdown.onShutdown('clock watch', () => watching.close());
  }
  return {
    signals,
    rateLimits: redisRateLimits(redis),
    sharedCaches: redisSharedCaches(redis, { clock: systemClock }),
    waitingRooms: redisWaitingRooms(redis),
    locks: redisLocks({ redis, signals, log }),
  };
}

// Loaded when asked for: a process holds no library that it does not use.
async function openBus({ name, config, log, shutdown }: Options): Promise<Bus> {
  const { KAFKA_BROKERS: brokers, DATABASE_URL_BUS: url } = config;
  const bus = await (async () => {
    if (brokers) {
      const { kafkaBus } = await import('@marquee/events/kafka-bus');
      const security = kafkaSecurity(config);
      if (security.sasl && !security.ssl) log.warn('KAFKA_PASSWORD is used without TLS: it can be read on the network');
      return kafkaBus({ brokers, clientId: name, log, replicationFactor: config.KAFKA_REPLICATION, ...security });
    }
    if (!url) throw new ConfigError('KAFKA_BROKERS is not set');
    const { postgresLogBus } = await import('@marquee/events/postgres-log-bus');
    return postgresLogBus({ url, log });
  })();
  shutdown.onShutdown('bus', () => bus.close());
  return bus;
}

/** How the brokers are spoken to. */
function kafkaSecurity(config: ProcessConfig): Pick<KafkaConnection, 'ssl' | 'sasl'> {
  const { KAFKA_SSL_CA: ca, KAFKA_USERNAME: username = '', KAFKA_PASSWORD: password = '' } = config;
  const mechanism = config.KAFKA_SASL_MECHANISM;
  return {
    ...(config.KAFKA_SSL === 'true' && { ssl: ca ? { ca } : true }),
    // Each mechanism is a type of its own there, all of the same shape.
    ...(mechanism && { sasl: { mechanism, username, password } as NonNullable<KafkaConnection['sasl']> }),
  };
}

/** Which setting is wrong where the store says no. */
const BLOB_SETTINGS = {
  bucket: 'S3_BUCKET',
  'access key': 'S3_ACCESS_KEY_ID',
  secret: 'S3_SECRET_ACCESS_KEY',
  region: 'S3_REGION',
} as const;

/**
 * Tells whether the blob store that the environment asks for is there and lets this process in. While the store fails or
 * cannot be reached, nothing of it can be said: the process starts as it would run through the same outage.
 */
export function blobCheck(config: BlobConfig): BoundCheck {
  const { BLOBS_DIR: root } = config;
  return {
    setting: root ? 'BLOBS_DIR' : 'S3_ENDPOINT',
    ifWrong: 'wait',
    async check() {
      if (root) return makeFolder(root);
      const store = await openBlobStore(config);
      try {
        await store.check();
      } catch (error) {
        if (!(error instanceof BlobsUnavailableError && error.about)) throw error;
        if (error.about === 'outage') throw new SettingError('S3_ENDPOINT', error.message, 'warn');
        throw new SettingError(BLOB_SETTINGS[error.about], error.message);
      } finally {
        store.close();
      }
    },
  };
}

export type OpenedBlobs = {
  /** As metrics know it. */
  readonly dependency: 's3' | 'disk';
  readonly blobs: BlobStore;
  /** Rejects, and says why, unless the store is there and lets this process in. */
  check(): Promise<unknown>;
  close(): void;
};

/** The blob store that the environment asks for. */
export async function openBlobs(config: BlobConfig): Promise<BlobStore> {
  return (await openBlobStore(config)).blobs;
}

/**
 * The blob store that the environment asks for, with what says whether it is there.
 *
 * @throws ConfigError when neither a folder nor a bucket is named
 */
export async function openBlobStore(config: BlobConfig): Promise<OpenedBlobs> {
  const { BLOBS_DIR: root, S3_BUCKET: bucket } = config;
  if (root) {
    const { diskBlobs } = await import('@marquee/storage/disk-blobs');
    return { dependency: 'disk', blobs: await diskBlobs({ root }), check: () => access(root), close: () => {} };
  }
  if (!bucket) throw new ConfigError('S3_BUCKET is not set');
  const { s3Blobs } = await import('@marquee/storage/s3-blobs');
  const blobs = s3Blobs({
    bucket,
    region: config.S3_REGION,
    endpoint: config.S3_ENDPOINT,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  });
  return { dependency: 's3', blobs, check: () => blobs.check(), close: () => blobs.close() };
}
