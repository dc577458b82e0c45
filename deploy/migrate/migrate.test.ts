// @inputs deploy packages services
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import pg from 'pg';
import { isNotThereYet } from './not-there-yet.ts';

const TEST_MS_MAX = 60_000;
const main = join(import.meta.dirname, 'main.ts');

function adminUrl(): URL {
  if (!process.env.TEST_POSTGRES_URL) throw new Error('the test run has no PostgreSQL');
  return new URL(process.env.TEST_POSTGRES_URL);
}

async function asAdmin(...statements: string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl().href });
  await admin.connect();
  try {
    for (const statement of statements) await admin.query(statement);
  } finally {
    await admin.end();
  }
}

/** Runs the migrations of the bus alone on the database at that URL. */
function startMigrations(url: URL, waitS: number) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { PATH: process.env.PATH, DATABASE_URL_BUS: url.href, MIGRATE_WAIT_S: String(waitS) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  atEnd(() => child.kill('SIGKILL'));
  const ran = { output: '', ended: once(child, 'close').then(([code]) => code as number | null) };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (ran.output += chunk));
  return ran;
}

async function failureToConnect(connectionString: string): Promise<object> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 200 });
  try {
    await client.connect();
  } catch (error) {
    return error as object;
  }
  throw new Error('there was a database');
}

async function serverThat(treats: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    treats(socket);
  });
  const port = await listenLocally(server);
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `postgresql://film@127.0.0.1:${port}/film`;
}

test(
  'migrations wait while an operator creates the role and the database [SYS-02:migrate]',
  async () => {
    const name = `later_${randomBytes(4).toString('hex')}`;
    const url = adminUrl();
    url.username = name;
    url.pathname = `/${name}`;
    const ran = startMigrations(url, 50);
    await eventually(() => ran.output.includes('the database is not available yet'), TEST_MS_MAX);

    // First the role, so that the job first lacks the role and then the database.
    await asAdmin(`CREATE ROLE ${name} LOGIN`);
    atEnd(() => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, `DROP ROLE ${name}`));
    await expect(failureToConnect(url.href)).resolves.toMatchObject({ code: '3D000' });
    await asAdmin(`CREATE DATABASE ${name} OWNER ${name}`);

    expect([await ran.ended, ran.output]).toEqual([0, expect.stringContaining('the database is up to date')]);
  },
  TEST_MS_MAX,
);

test(
  'migrations of a database that never becomes available fail with the reason [SYS-02:migrate]',
  async () => {
    const url = adminUrl();
    url.pathname = '/never_made';
    const ran = startMigrations(url, 1);
    expect([await ran.ended, ran.output]).toEqual([
      1,
      expect.stringContaining('database \\"never_made\\" does not exist'),
    ]);
  },
  TEST_MS_MAX,
);

test.each<[string, (socket: Socket) => void]>([
  ['is silent', () => {}],
  ['ends the connection', (socket) => socket.end()],
  ['resets the connection', (socket) => socket.resetAndDestroy()],
])('migrations wait for a database that accepts the connection and %s [SYS-02:migrate]', async (_, treats) => {
  const error = await failureToConnect(await serverThat(treats));
  expect([isNotThereYet(error), String(error)]).toEqual([true, expect.any(String)]);
});

test.each([
  ['nobody listens', { code: 'ECONNREFUSED' }, true],
  ['it starts', { code: '57P03' }, true],
  ['the role has no password yet', { code: '28P01' }, true],
  ['a migration is wrong', { code: '42601' }, false],
  ['the file of a migration is missing', { code: 'ENOENT' }, false],
  ['migrations are out of order', {}, false],
])('where %s, it is tried again or not [SYS-02:migrate]', (what, fields, again) => {
  expect(isNotThereYet(Object.assign(new Error(what), fields))).toBe(again);
  const all = new AggregateError([Object.assign(new Error(what), fields)]);
  expect(isNotThereYet(all)).toBe(again);
});
