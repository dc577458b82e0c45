import { ConfigError } from '@marquee/runtime/config';
import { generateSigningKey, publicKeyToPem, signingKeyToPem } from '@marquee/runtime/keys';
import { z } from 'zod';
import type { Service } from './define-service.ts';
import { readEnvironment } from './run-process.ts';

const key = generateSigningKey();
const common = {
  FILM_ADDRESS: 'film:50051',
  SERVICE_SIGNING_KEY: signingKeyToPem(key),
  PUBLIC_KEYS: JSON.stringify({ viewer: [publicKeyToPem(key)], services: { film: [publicKeyToPem(key)] } }),
  DATABASE_URL_MEDIA: 'postgresql://media@127.0.0.1:1/media',
};
const broker = { KAFKA_BROKERS: 'kafka:9092' };
const bucket = { S3_BUCKET: 'films' };

/** A service that is declared, and never started. */
function declared(name: string, changes: Partial<Service> = {}): Service {
  return {
    ...{ name, summary: '', entry: '', config: z.object({ UPLOADS_DIR: z.string().default('uploads') }) },
    ...{
      database: { name, migrations: [] },
      calls: ['film'],
      callsHttp: [],
      topics: [],
      uses: ['blobs'],
      hasRpc: true,
    },
    ...{ http: undefined, release: {} },
    start: () => Promise.reject(new Error('not started')),
    ...changes,
  };
}

const media = declared('media');
const problemsOf = (env: Record<string, string>) => {
  try {
    readEnvironment([media], { ...common, ...env });
    return '';
  } catch (error) {
    return error instanceof ConfigError ? error.message : `not refused as a setting: ${error}`;
  }
};

test.each([
  ['neither a broker nor the Postgres log', bucket, 'KAFKA_BROKERS: must be set, or DATABASE_URL_BUS in its place'],
  [
    'a broker and the Postgres log',
    { ...bucket, ...broker, DATABASE_URL_BUS: 'postgresql://bus@127.0.0.1:1/bus' },
    'KAFKA_BROKERS: must not be set together with DATABASE_URL_BUS',
  ],
  ['neither a bucket nor a folder', broker, 'S3_BUCKET: must be set, or BLOBS_DIR in its place'],
  [
    'a bucket and a folder',
    { ...broker, ...bucket, BLOBS_DIR: 'blobs' },
    'S3_BUCKET: must not be set together with BLOBS_DIR',
  ],
  [
    'an S3 key without its secret',
    { ...broker, ...bucket, S3_ACCESS_KEY_ID: 'hunter2' },
    'S3_SECRET_ACCESS_KEY: must be set, as S3_ACCESS_KEY_ID is',
  ],
  [
    'an S3 secret without its key',
    { ...broker, ...bucket, S3_SECRET_ACCESS_KEY: 'hunter2' },
    'S3_ACCESS_KEY_ID: must be set, as S3_SECRET_ACCESS_KEY is',
  ],
])('%s is refused while the environment is read [SYS-02:environment]', (_, env, message) => {
  expect(problemsOf(env)).toBe(message);
});

test.each([
  ['a broker and a bucket', { ...broker, ...bucket, S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }],
  ['the Postgres log and a folder', { DATABASE_URL_BUS: 'postgresql://bus@127.0.0.1:1/bus', BLOBS_DIR: 'blobs' }],
])('%s is an environment to start with', (_, env) => {
  expect(problemsOf(env)).toBe('');
});

test('all that is wrong is told at once, each once', () => {
  const named = (env: Record<string, string>) =>
    problemsOf(env)
      .match(/\b[A-Z]\w+(?=[:.]| is| cannot)/g)
      ?.sort();
  const several = { DATABASE_URL_MEDIA: 'http://media', KAFKA_BROKERS: 'kafka', LOG_LEVEL: 'loud' };
  expect(named(several)).toEqual(['DATABASE_URL_MEDIA', 'KAFKA_BROKERS', 'LOG_LEVEL', 'S3_BUCKET']);
  const absent = { KAFKA_BROKERS: '', LOG_LEVEL: 'loud', FILM_ADDRESS: '', FILM_ADDRESS_FILE: '/nowhere' };
  expect(named(absent)).toEqual(['FILM_ADDRESS_FILE', 'KAFKA_BROKERS', 'LOG_LEVEL', 'S3_BUCKET']);
});

test('services of one process share what is meant for all, and each takes what is meant for it alone', () => {
  const worker = declared('media-worker', { database: media.database, uses: [] });
  const other = generateSigningKey();
  const { members } = readEnvironment([media, worker], {
    ...common,
    ...broker,
    ...bucket,
    UPLOADS_DIR: '/all',
    MEDIA__RPC_PORT: '4001',
    MEDIA_WORKER__UPLOADS_DIR: '/worker',
    MEDIA_WORKER__SERVICE_SIGNING_KEY: signingKeyToPem(other),
  });
  expect(members.map(({ service, rpcPort, own }) => [service.name, rpcPort, own])).toEqual([
    ['media', 4001, { UPLOADS_DIR: '/all' }],
    ['media-worker', 50_051, { UPLOADS_DIR: '/worker' }],
  ]);
  expect(members.map(({ serviceKey }) => serviceKey.id)).toEqual([key.id, other.id]);
});

test('a file that is meant for all is not read beside a value that is meant for one service', () => {
  const env = { ...common, ...broker, ...bucket, RPC_PORT_FILE: '/nowhere', MEDIA__RPC_PORT: '4001' };
  expect(readEnvironment([media], env).members[0]?.rpcPort).toBe(4001);
});
