import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { callersOf } from '@marquee/contracts/callers';
import { ConfigError } from '@marquee/runtime/config';
import { freePort } from '@marquee/runtime/free-ports';
import { generateSigningKey, publicKeyToPem, signingKeyToPem } from '@marquee/runtime/keys';
import { SHUTDOWN_MS_MAX } from '@marquee/runtime/shutdown';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { testDatabaseUrl } from '@marquee/testing/test-database';
import { z } from 'zod';
import { defineService, type Service } from './define-service.ts';
import { readEnvironment, runProcess } from './run-process.ts';

const key = generateSigningKey();
const pems = [publicKeyToPem(key)];
const keysOf = (names: readonly string[]) =>
  JSON.stringify({ viewer: pems, services: Object.fromEntries(names.map((name) => [name, pems])) });
const common = {
  FILM_ADDRESS: 'film:50051',
  SERVICE_SIGNING_KEY: signingKeyToPem(key),
  PUBLIC_KEYS: keysOf(['media', ...callersOf('media')]),
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
      personalData: undefined,
      gathersPersonalData: false,
    },
    ...{ http: undefined, release: {}, checks: () => [] },
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

test('all problems are reported at once, each once', () => {
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

/** The signals that this process was to listen to, and the codes with which it was to exit. */
function recordedEnd() {
  const signals = new Map<unknown, () => void>();
  const { on } = process;
  jest.spyOn(process, 'on').mockImplementation((name, listener) => {
    if (!String(name).startsWith('SIG')) return on.call(process, name as never, listener as never) as never;
    signals.set(name, listener as () => void);
    return process;
  });
  const exits: unknown[] = [];
  jest.spyOn(process, 'exit').mockImplementation((code) => void exits.push(code) as never);
  // What would end a process that hangs must not end the one that runs the tests.
  const { setTimeout } = globalThis;
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number, ...rest: []) => {
    const timer = setTimeout(work, ms, ...rest);
    if (ms === SHUTDOWN_MS_MAX) atEnd(() => clearTimeout(timer));
    return timer;
  }) as typeof setTimeout);
  atEnd(() => jest.restoreAllMocks());
  return { signals, exits };
}

test('a process is ready once all it needs is there, and at SIGTERM leaves, drains and ends in order', async () => {
  const { signals, exits } = recordedEnd();
  const blobs = await mkdtemp(join(tmpdir(), 'process-'));
  atEnd(() => rm(blobs, { recursive: true }));
  const seen: string[] = [];
  const begun = Promise.withResolvers<void>();
  const service = defineService({
    ...{ name: 'media', summary: '', entry: '', uses: ['blobs'], config: z.object({ MEDIA_HTTP_PORT: z.string() }) },
    // It has no tables of its own.
    migrations: new URL('./none', import.meta.url).href,
    resources: async (base) => {
      await begun.promise;
      return base;
    },
    loops: [() => ({ close: async () => void seen.push('loop closed') })],
    http: {
      port: 'MEDIA_HTTP_PORT',
      serve: async () => ({
        port: 0,
        leave: () => void seen.push('left'),
        close: async () => void seen.push('server closed'),
      }),
    },
  });
  const probePort = await freePort();
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${probePort}${path}`);
    return [response.status, await response.text()] as const;
  };
  await Promise.all([
    runProcess([service], {
      ...common,
      ...{ PROBE_PORT: String(probePort), LOG_LEVEL: 'silent', DRAIN_DELAY_MS: '1000', MEDIA_HTTP_PORT: '0' },
      ...{ DATABASE_URL_MEDIA: await testDatabaseUrl('data'), DATABASE_URL_BUS: await testDatabaseUrl('bus') },
      BLOBS_DIR: blobs,
    }),
    eventually(async () => expect(await ask('/readyz')).toEqual([503, 'start: starting\n'])).then(begun.resolve),
  ]);
  expect(await ask('/readyz')).toEqual([200, 'ok\n']);
  const [, metrics] = await ask('/metrics');
  for (const dependency of ['database', 'bus', 'disk']) {
    expect(metrics).toMatch(new RegExp(`^marquee_dependency_up{.*dependency="${dependency}".*} 1$`, 'm'));
  }
  expect(metrics).toMatch(/^marquee_outbox_pending{.*} 0$/m);

  signals.get('SIGTERM')?.();
  await eventually(async () => expect(await ask('/readyz')).toEqual([503, 'drain: draining\n']));
  expect(seen).toEqual([]);
  await eventually(() => expect(seen).toEqual(['left']));
  await eventually(() => expect(exits).toEqual([0]));
  expect(seen).toEqual(['left', 'server closed', 'loop closed']);
  await expect(ask('/livez')).rejects.toThrow();
});

test('a wrong setting ends a process before it starts anything, with a line that names the variable', async () => {
  const exited = new Error('exited');
  jest.spyOn(process, 'exit').mockImplementation(() => {
    throw exited;
  });
  const written: unknown[] = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(text) > 0);
  atEnd(() => jest.restoreAllMocks());
  await expect(runProcess([media], { ...common, ...bucket })).rejects.toBe(exited);
  expect(process.exit).toHaveBeenCalledWith(1);
  expect(written).toEqual(['Cannot start: KAFKA_BROKERS: must be set, or DATABASE_URL_BUS in its place\n']);
});
