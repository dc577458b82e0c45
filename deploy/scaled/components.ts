import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { databaseVariable } from '@marquee/service/process-config';
import { startTestKafka, type TestKafka } from '@marquee/testing/test-kafka';
import { type TestRedis, testRedis } from '@marquee/testing/test-redis';
import { type TestS3, testS3 } from '@marquee/testing/test-s3';
import pg from 'pg';
import { databasesOf } from '../databases.ts';
import { services } from '../services.ts';
import { type DatabaseServer, startDatabaseServer } from './database-server.ts';
import type { Components } from './processes.ts';

const CONNECTIONS_MAX = 200;

export type RealComponents = Components & {
  postgres: DatabaseServer;
  kafka: TestKafka;
  redis: TestRedis;
  s3: TestS3;
  /** Ends all connections to a service's database and refuses new ones, or allows them again. */
  allowConnections(name: string, allowed: boolean): Promise<void>;
  stop(): Promise<void>;
};

/** A real PostgreSQL, Kafka, Redis and S3-compatible server on this machine, with empty databases. */
export async function startComponents(
  dir: string,
  options: { kafka?: Parameters<typeof startTestKafka>[0] } = {},
): Promise<RealComponents> {
  const [postgres, kafka, redis, s3] = await Promise.all([
    startDatabaseServer({
      dataDir: join(dir, 'postgres'),
      socketDir: join(dir, 'socket'),
      logFile: join(dir, 'postgres.log'),
      settings: { max_connections: CONNECTIONS_MAX },
    }),
    startTestKafka(options.kafka),
    testRedis(),
    testS3(),
  ]);
  await createDatabases(postgres);
  const { connection } = s3;
  return {
    postgres,
    kafka,
    redis,
    s3,
    databaseUrl: (name) => postgres.url(name),
    environment: {
      KAFKA_BROKERS: kafka.brokers.join(','),
      REDIS_URL: redis.url,
      S3_ENDPOINT: connection.endpoint,
      S3_REGION: connection.region,
      S3_BUCKET: connection.bucket,
      S3_ACCESS_KEY_ID: connection.accessKeyId,
      S3_SECRET_ACCESS_KEY: connection.secretAccessKey,
    },
    allowConnections: (name, allowed) =>
      asAdmin(postgres, async (admin) => {
        await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`);
        const end = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';
        if (!allowed) await admin.query(end, [name]);
      }),
    async stop() {
      await Promise.all([kafka.stop(), postgres.stop()]);
    },
  };
}

async function createDatabases(postgres: DatabaseServer): Promise<void> {
  await asAdmin(postgres, async (admin) => {
    for (const { name } of databasesOf(services)) await admin.query(`CREATE DATABASE ${name}`);
  });
}

async function asAdmin(postgres: DatabaseServer, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url('postgres') });
  await client.connect();
  await work(client).finally(() => client.end());
}

/** Runs the migrations as a release does; returns the command's output and exit code. */
export async function runMigrations(components: Components): Promise<{ code: number | null; output: string }> {
  const urls = databasesOf(services).map(({ name }) => [databaseVariable(name), components.databaseUrl(name)]);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'deploy/migrate/main.ts'], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { PATH: process.env.PATH, ...Object.fromEntries(urls) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}
