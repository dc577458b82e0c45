import { join } from 'node:path';
import { DomainError } from '@marquee/runtime/errors';
import { InsideTransactionError, inTransaction } from '@marquee/runtime/transaction-guard';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { tcpProxy } from '@marquee/testing/tcp-proxy';
import { type TestDatabase, testDatabase } from '@marquee/testing/test-database';
import { openDatabase, send, type Tx } from './database.ts';
import { ConstraintError, translateSqlError, violates } from './sqlstate.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase('data');
  await db.query(
    'CREATE TABLE films (id int PRIMARY KEY, title text NOT NULL CHECK (title <> $$$$), views int8 DEFAULT 0)',
  );
});

beforeEach(() => db.query('TRUNCATE films'));

const add = (id: number, title = 'Heat') => ({ text: 'INSERT INTO films VALUES ($1, $2)', values: [id, title] });
const ids = async () => (await db.query<{ id: number }>('SELECT id FROM films ORDER BY id')).map(({ id }) => id);

test('a transaction commits what it wrote and gives its result', async () => {
  const work = async () =>
    db.transaction(async (tx) => {
      await tx.query(add(1));
      return 'done';
    });
  await expect(work()).resolves.toBe('done');
  expect(await ids()).toEqual([1]);
});

test('a transaction that throws leaves nothing', async () => {
  const failing = db.transaction(async (tx) => {
    await tx.query(add(1));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await ids()).toEqual([]);
});

test('a transaction whose failed statement was swallowed does not pass for committed', async () => {
  const swallowing = db.transaction(async (tx) => {
    await tx.query(add(1));
    await tx.query(add(1)).catch(() => {});
  });
  await expect(swallowing).rejects.toThrow('rolled back');
  expect(await ids()).toEqual([]);
});

test('what is sent takes effect in its order, without being waited for, and so does what comes last', async () => {
  const found = await db.transaction(
    async (tx) => {
      await send(tx, add(1));
      await send(tx, { text: 'UPDATE films SET views = 7 WHERE id = $1', values: [1] });
      return tx.query<{ views: bigint }>('SELECT views FROM films');
    },
    { last: () => add(2) },
  );
  expect([found, await ids()]).toEqual([[{ views: 7n }], [1, 2]]);
  await send(db, add(3));
  expect(await ids()).toEqual([1, 2, 3]);
});

test.each([
  ['is sent', { run: (tx: Tx) => send(tx, add(1)), last: undefined }],
  ['comes last', { run: async () => {}, last: () => add(1) }],
])('a statement that %s and fails takes the transaction with it, by its own error', async (_, { run, last }) => {
  await db.query(add(1));
  const work = async (tx: Tx) => {
    await tx.query(add(2));
    await run(tx);
  };
  await expect(db.transaction(work, { ...(last && { last }) })).rejects.toMatchObject({ constraint: 'films_pkey' });
  const asking = db.transaction(async (tx) => {
    await send(tx, add(1));
    await tx.query('SELECT 1');
  });
  await expect(asking).rejects.toMatchObject({ constraint: 'films_pkey' });
  expect(await ids()).toEqual([1]);
});

test('a query or a transaction inside a transaction is refused', async () => {
  await expect(db.transaction(() => db.query('SELECT 1'))).rejects.toThrow(InsideTransactionError);
  await expect(db.transaction(() => db.transaction(async () => {}))).rejects.toThrow(InsideTransactionError);
  await expect(db.transaction(async () => inTransaction())).resolves.toBe(true);
  expect(inTransaction()).toBe(false);
});

test('a tx that outlives its transaction is refused', async () => {
  const leaked = await db.transaction(async (tx) => tx);
  await expect(leaked.query('SELECT 1')).rejects.toThrow('is over');
});

test('a refused row names its constraint', async () => {
  await db.query(add(1));
  const error = await db.query(add(1)).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ConstraintError);
  expect(violates(error, 'films_pkey')).toBe(true);
  expect(error).toMatchObject({ kind: 'unique', table: 'films' });
  await expect(db.query(add(2, ''))).rejects.toMatchObject({ kind: 'check', constraint: 'films_title_check' });
});

test('text that the database cannot keep is INVALID, in a value and in JSON', async () => {
  const refused = { kind: 'INVALID', reason: 'TEXT_INVALID' };
  await expect(db.query('SELECT $1::text AS it', ['a\u0000b'])).rejects.toMatchObject(refused);
  await expect(db.query('SELECT $1::jsonb AS it', [JSON.stringify({ it: '\u0000' })])).rejects.toMatchObject(refused);
});

test('a prepared statement still works when a migration adds a column to what it selects, on every connection', async () => {
  await db.query('CREATE TABLE scenes (id int)');
  await db.query('INSERT INTO scenes VALUES (1)');
  const own = openDatabase({ url: db.url, max: 3, log: silentLog, applicationName: 'test' });
  const scenes = { name: 'scenes.all', text: 'SELECT * FROM scenes' };
  /** Three at once: each is on a connection of its own. */
  const onAll = (run: (wait: () => Promise<void>) => Promise<unknown>) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let waiting = 0;
    const wait = async () => {
      waiting += 1;
      if (waiting === 3) resolve();
      await promise;
    };
    return Promise.all([run(wait), run(wait), run(wait)]);
  };
  const transaction = (wait: () => Promise<void>) =>
    own.transaction(async (tx) => {
      await wait();
      return tx.query(scenes);
    });
  try {
    await onAll(transaction);
    await db.query('ALTER TABLE scenes ADD COLUMN title text');
    expect(await onAll(() => own.query(scenes))).toEqual(Array(3).fill([{ id: 1, title: null }]));
    await onAll(transaction);
    await db.query('ALTER TABLE scenes ADD COLUMN length_ms int');
    expect(await onAll(transaction)).toEqual(Array(3).fill([{ id: 1, title: null, lengthMs: null }]));
  } finally {
    await own.close();
  }
});

test('colliding serialisable transactions are run again', async () => {
  await db.query(add(1));
  let runs = 0;
  const bump = () =>
    db.transaction(
      async (tx) => {
        runs++;
        const [row] = await tx.query<{ views: bigint }>('SELECT views FROM films WHERE id = 1');
        await tx.query('UPDATE films SET views = $1 WHERE id = 1', [(row?.views ?? 0n) + 1n]);
      },
      { isolation: 'SERIALIZABLE' },
    );
  await Promise.all([bump(), bump()]);
  const [row] = await db.query<{ views: bigint }>('SELECT views FROM films WHERE id = 1');
  expect(row?.views).toBe(2n);
  expect(runs).toBeGreaterThanOrEqual(2);
});

test('a transaction that counts on what does not hold is repeated, and is given that it is', async () => {
  const repeated: unknown[] = [];
  const counted = (holds: 'true' | 'false' | 'NULL') =>
    db.transaction(async (tx) => {
      repeated.push(tx.isRepeated);
      await tx.query(add(repeated.length));
      if (!tx.isRepeated) await send(tx, { text: `SELECT repeat_unless(${holds})` });
      return repeated.length;
    });
  expect([await counted('true'), await counted('false'), await counted('NULL')]).toEqual([1, 3, 5]);
  expect(repeated).toEqual([false, false, true, false, true]);
  expect(await db.query('SELECT id FROM films ORDER BY id')).toEqual([{ id: 1 }, { id: 3 }, { id: 5 }]);
});

test('a database that is unavailable is UNAVAILABLE with a text for the viewer', async () => {
  const unavailable = openDatabase({
    url: 'postgresql://nobody@127.0.0.1:1/none',
    log: silentLog,
    applicationName: 'test',
  });
  const error = await unavailable.query('SELECT 1').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(DomainError);
  expect(error).toMatchObject({ kind: 'UNAVAILABLE', reason: 'DATABASE_UNAVAILABLE' });
  await unavailable.close();
});

test('a database that is closed, or read-only as a former primary is, is UNAVAILABLE too [SYS-03:database]', async () => {
  const refused = { kind: 'UNAVAILABLE', reason: 'DATABASE_UNAVAILABLE' };
  const readOnly = db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION READ ONLY');
    await tx.query(add(1));
  });
  await expect(readOnly).rejects.toMatchObject(refused);
  const closed = Object.assign(new Error('database "film" is not currently accepting connections'), { code: '55000' });
  expect(translateSqlError(closed)).toMatchObject(refused);
});

test('a server whose connections died silently is UNAVAILABLE, and the next query has a connection that works [SYS-03:pool]', async () => {
  const { url, link } = await overTcp();
  const far = openDatabase({ url, log: silentLog, applicationName: 'test', max: 2, answerTimeoutMs: 300 });
  await far.query('SELECT 1');
  link.lose();
  const transaction = far.transaction((tx) => tx.query(add(1)));
  const refused = { kind: 'UNAVAILABLE', reason: 'DATABASE_UNAVAILABLE' };
  await expect(transaction).rejects.toMatchObject(refused);
  await link.mend();
  // What was connected before stays dead.
  await eventually(async () => (await far.query(add(2))).length === 0);
  expect(await ids()).toContain(2);
  await link.close();
  await far.close();
});

/** The test's database through a link that can be lost. */
async function overTcp() {
  const url = new URL(db.url);
  const link = await tcpProxy({ path: join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432') });
  return { url: `postgresql://${url.username}@127.0.0.1:${link.port}${url.pathname}`, link };
}

test('rows have camelCase fields inside a transaction and outside', async () => {
  const text = 'SELECT 1 AS one_two, 2 AS three, NULL AS "fourFive" UNION ALL SELECT 3, 4, 5 ORDER BY 1';
  const expected = [
    { oneTwo: 1, three: 2, fourFive: null },
    { oneTwo: 3, three: 4, fourFive: 5 },
  ];
  expect(await db.query(text)).toEqual(expected);
  expect(await db.transaction((tx) => tx.query({ name: 'named', text }))).toEqual(expected);
});

test('a connection has limits of its own, so that nothing waits without an end', async () => {
  const [limits] = await db.query(`
    SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
      current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('tcp_keepalives_count') AS probes`);
  expect(limits).toMatchObject({ statement: '15s', lock: '10s', idle: '10s' });
  expect(db.pool.options).toMatchObject({
    max: 8,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 10_000,
    query_timeout: 17_000,
  });
});

test.each(['40001', '40P01'])('a transaction that collides (%s) runs four times at most', async (code) => {
  let runs = 0;
  const colliding = db.transaction(async (tx) => {
    runs += 1;
    await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'collided' USING ERRCODE = '${code}'; END $$`);
  });
  await expect(colliding).rejects.toMatchObject({ kind: 'UNAVAILABLE', reason: 'DATABASE_BUSY' });
  expect(runs).toBe(4);
});

test('a statement that takes too long, or waits too long for a lock, is UNAVAILABLE, and is not run again', async () => {
  const busy = { kind: 'UNAVAILABLE', reason: 'DATABASE_BUSY' };
  await db.query(add(1));
  await db.transaction(async (tx) => {
    await tx.query('LOCK TABLE films');
    const other = await openSecond();
    let runs = 0;
    const waiting = other.transaction(async (second) => {
      runs += 1;
      await second.query('SET LOCAL lock_timeout = 10');
      await second.query('SELECT * FROM films');
    });
    await expect(waiting).rejects.toMatchObject(busy);
    expect(runs).toBe(1);
  });
  const slow = db.transaction(async (tx) => {
    await tx.query('SET LOCAL statement_timeout = 10');
    await tx.query('SELECT pg_sleep(10)');
  });
  await expect(slow).rejects.toMatchObject(busy);
});

/** Another pool on the test's database: inside a transaction of the first one it is refused. */
async function openSecond() {
  const second = openDatabase({ url: db.url, log: silentLog, applicationName: 'second' });
  atEnd(() => second.close());
  return second;
}

test('an idle connection that is lost is logged, and the next query has another', async () => {
  const { log, said } = recordingLog();
  const second = openDatabase({ url: db.url, log, applicationName: 'idle' });
  const [backend] = await second.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await db.query('SELECT pg_terminate_backend($1)', [backend?.pid]);
  await eventually(() => expect(said()).toEqual(['an idle database connection was lost']));
  await expect(second.query('SELECT 1 AS it')).resolves.toEqual([{ it: 1 }]);
  await second.close();
});

test('a pool that is closed twice is closed once', async () => {
  const second = openDatabase({ url: db.url, log: silentLog, applicationName: 'twice' });
  await second.query('SELECT 1');
  await Promise.all([second.close(), second.close()]);
});

test('int8 is a bigint and a date is midnight UTC', async () => {
  const [row] = await db.query("SELECT 7::int8 AS eight, 7::int4 AS four, DATE '2026-11-22' AS day");
  expect(row).toEqual({ eight: 7n, four: 7, day: new Date('2026-11-22T00:00:00Z') });
});
