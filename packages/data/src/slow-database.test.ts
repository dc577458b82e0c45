// @inputs packages/data
import { join } from 'node:path';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { silentLog } from '@marquee/testing/silent-log';
import { tcpProxy } from '@marquee/testing/tcp-proxy';
import { type TestDatabase, testDatabase } from '@marquee/testing/test-database';
import pg from 'pg';
import { PrismaClient } from '../../../services/notification/gen/prisma/client.ts';
import { type DatabaseOptions, openDatabase } from './database.ts';
import { createPrisma } from './prisma.ts';
import { translateSqlError } from './sqlstate.ts';

const UNAVAILABLE = { kind: 'UNAVAILABLE', reason: 'DATABASE_UNAVAILABLE' };
const BUSY = { kind: 'UNAVAILABLE', reason: 'DATABASE_BUSY' };
const MESSAGES = 'SELECT * FROM dev_inbox_messages';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase('notification');
});

/** A pool of a service, and every way in which its code asks. */
function open(url: string, options: Partial<DatabaseOptions> = {}) {
  const opened = openDatabase({ log: silentLog, applicationName: 'slow', ...options, url });
  atEnd(() => opened.close());
  const prisma = createPrisma(PrismaClient, opened);
  const ways = {
    sql: () => opened.query(MESSAGES),
    prepared: () => opened.query({ name: 'messages', text: MESSAGES }),
    transaction: () => opened.transaction((tx) => tx.query(MESSAGES)),
    prisma: () => prisma.devInboxMessage.findMany(),
  };
  const everyWay = () => Promise.allSettled(Object.values(ways).map((ask) => ask()));
  return { ...opened, ways, everyWay };
}

/** The test's database behind a link that can be slow. */
async function distant() {
  const url = new URL(db.url);
  const link = await tcpProxy({ path: join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432') });
  atEnd(() => link.close());
  return { url: `postgresql://${url.username}@127.0.0.1:${link.port}${url.pathname}`, link };
}

const allRefused = (reason: object) => Array(4).fill({ status: 'rejected', reason: expect.objectContaining(reason) });
const allAnswered = Array(4).fill(expect.objectContaining({ status: 'fulfilled' }));

test.each([
  ['latency', { latencyMs: 400, bytesPerSecond: 1_000_000 }],
  ['bandwidth', { latencyMs: 0, bytesPerSecond: 200 }],
])(
  'a database with too much or too little %s is UNAVAILABLE, whichever way is asked [SYS-03:slow]',
  async (_, pace) => {
    const { url, link } = await distant();
    const far = open(url, { max: 4, answerTimeoutMs: 300 });
    expect(await far.everyWay()).toEqual(allAnswered);
    link.slowDown(pace);
    expect(await far.everyWay()).toEqual(allRefused(UNAVAILABLE));
    await link.mend();
    await eventually(async () => expect(await far.everyWay()).toEqual(allAnswered));
  },
);

test('a connection that takes too long to make is UNAVAILABLE, whichever way is asked', async () => {
  const { url, link } = await distant();
  link.slowDown({ latencyMs: 3_000, bytesPerSecond: 1_000_000 });
  expect(await open(url, { max: 4 }).everyWay()).toEqual(allRefused(UNAVAILABLE));
});

test('no connection that comes free in time is UNAVAILABLE, whichever way is asked', async () => {
  const full = open(db.url, { max: 1 });
  await db.transaction(async (tx) => {
    await tx.query('LOCK TABLE dev_inbox_messages');
    const holder = full.ways.sql();
    expect(await full.everyWay()).toEqual(allRefused(UNAVAILABLE));
    await tx.query("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = 'slow'");
    await expect(holder).rejects.toMatchObject(BUSY);
  });
});

test('a server without a connection left is UNAVAILABLE, whichever way is asked [SYS-03:connections]', async () => {
  const role = `crowd_${process.pid}`;
  await db.query(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 1`);
  await db.query(`GRANT SELECT ON dev_inbox_messages TO ${role}`);
  const url = new URL(db.url);
  url.username = role;
  const holder = new pg.Client({ connectionString: url.href });
  await holder.connect();
  const crowd = open(url.href);
  expect(await crowd.everyWay()).toEqual(allRefused(UNAVAILABLE));
  await holder.end();
  await eventually(() => crowd.ways.prisma());
  await crowd.close();
  await db.query(`DROP OWNED BY ${role}`);
  await db.query(`DROP ROLE ${role}`);
});

test.each([
  ['pg_cancel_backend', BUSY],
  ['pg_terminate_backend', UNAVAILABLE],
])('a statement that the server ends (%s) is UNAVAILABLE, whichever way is asked', async (end, refusal) => {
  const own = open(db.url, { max: 4, applicationName: end });
  await db.transaction(async (tx) => {
    await tx.query('LOCK TABLE dev_inbox_messages');
    const asked = own.everyWay();
    const waiting = `FROM pg_stat_activity WHERE application_name = '${end}' AND wait_event_type = 'Lock'`;
    await eventually(async () => {
      await tx.query('SELECT pg_stat_clear_snapshot()');
      expect(await tx.query(`SELECT 1 ${waiting}`)).toHaveLength(4);
    });
    await tx.query(`SELECT ${end}(pid) ${waiting}`);
    expect(await asked).toEqual(allRefused(refusal));
  });
});

test('a process that drains refuses as UNAVAILABLE what comes too late', async () => {
  const closed = open(db.url);
  await closed.close();
  expect(await closed.everyWay()).toEqual(allRefused(UNAVAILABLE));
});

test('a statement beside or after one that took too long is refused for the same reason', async () => {
  const beside = db.transaction(async (tx) => {
    await tx.query('SET LOCAL statement_timeout = 20');
    const slow = tx.query('SELECT pg_sleep(10)').catch(() => 'swallowed');
    await Promise.all([tx.query('SELECT 1'), slow]);
  });
  await expect(beside).rejects.toMatchObject(BUSY);
  const unnoticed = db.transaction(async (tx) => {
    await tx.query('SET LOCAL statement_timeout = 20');
    await tx.query('SELECT pg_sleep(10)').catch(() => 'swallowed');
  });
  await expect(unnoticed).rejects.toMatchObject(BUSY);
});

test.each(['40001', '40P01'])('a single statement that collides (%s) is UNAVAILABLE', async (code) => {
  const collision = `DO $$ BEGIN RAISE EXCEPTION 'collided' USING ERRCODE = '${code}'; END $$`;
  await expect(db.query(collision)).rejects.toMatchObject(BUSY);
});

test.each([
  ['the reset of a pooler', { code: '08P01', message: 'query_wait_timeout' }],
  ['no memory left', { code: '53200', message: 'out of memory' }],
  ['no disk left', { code: '53100', message: 'could not extend file' }],
  ['a disk that fails', { code: '58030', message: 'could not read block 7' }],
  ['an idle connection that the server closed', { code: '57P05', message: 'terminating connection' }],
  ['no way to the host', { code: 'EHOSTUNREACH', message: 'connect EHOSTUNREACH' }],
  ['a name server that cannot be reached', { code: 'EAI_AGAIN', message: 'getaddrinfo EAI_AGAIN db' }],
  ['a TLS handshake that the server refused', { message: 'There was an error establishing an SSL connection' }],
])('%s is UNAVAILABLE', (_, { message, ...error }) => {
  expect(translateSqlError(Object.assign(new Error(message), error))).toMatchObject(UNAVAILABLE);
});

test('a mistake of ours stays one', async () => {
  for (const text of ['SELECT nothing', 'SELECT 1/0', 'SELEC 1']) {
    await expect(db.query(text)).rejects.not.toHaveProperty('kind');
  }
});
