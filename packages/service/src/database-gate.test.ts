// @inputs packages/service packages/data
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@marquee/data/database';
import { migrate } from '@marquee/data/migrations';
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { emptyDatabaseUrl } from '@marquee/testing/test-database';
import { type DatabaseGate, watchDatabase } from './database-gate.ts';

const WAIT_MS_MAX = 20_000;
let dir: string;
let url: string;
let admin: Database;
let gate: DatabaseGate | undefined;
let problem: string | undefined;
let problems: (string | undefined)[];
let recorded = recordingLog();
let looks = 0;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gate-'));
  await writeFile(join(dir, '0001_films.sql'), 'CREATE TABLE films (id int);');
  url = await emptyDatabaseUrl();
  admin = openDatabase({ url: url.replace(/\/[^/?]+(\?|$)/, '/postgres$1'), log: silentLog, applicationName: 'test' });
});

afterEach(async () => {
  await gate?.close();
  gate = undefined;
  await admin.close();
  await rm(dir, { recursive: true });
});

const name = () => new URL(url.replace('postgresql:', 'http:')).pathname.slice(1);
const migrations = () => [{ name: 'service', dir }];
const open = (allowNewer = false) => {
  problem = '';
  problems = [];
  recorded = recordingLog();
  gate = watchDatabase({
    url,
    migrations: migrations(),
    log: recorded.log,
    allowNewer,
    clock: {
      compare: async () => {
        looks += 1;
      },
    },
    report: (said) => {
      problem = said;
      problems.push(said);
    },
  });
  return gate;
};
const untilProblem = (text: RegExp) => eventually(() => text.test(problem ?? ''), WAIT_MS_MAX);

test('a schema that is too old keeps a process waiting, and says what is missing, until it is there', async () => {
  const { opened } = open();
  await untilProblem(/older than this build: run the migrations service\/0001_films/);
  await migrate({ url, dirs: migrations(), log: silentLog });
  await opened;
  expect(problem).toBeUndefined();
});

async function migrateFurther(): Promise<void> {
  await writeFile(join(dir, '0002_crew.sql'), 'CREATE TABLE crew (id int);');
  await migrate({ url, dirs: migrations(), log: silentLog });
  await rm(join(dir, '0002_crew.sql'));
}

test('each look compares the clock of the process with that of the database [SYS-03:clock]', async () => {
  await migrate({ url, dirs: migrations(), log: silentLog });
  const answers: number[] = [];
  const clock = { compare: async (ask: () => Promise<number>) => void answers.push(await ask()) };
  const before = Date.now();
  gate = watchDatabase({ url, migrations: migrations(), log: silentLog, clock, report: () => {} });
  await eventually(() => answers.length > 1, WAIT_MS_MAX);
  for (const now of answers) {
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now() + 1);
  }
});

test('a process that has begun serves on when an upgrade makes its schema newer [SYS-02:rolling]', async () => {
  await migrate({ url, dirs: migrations(), log: silentLog });
  await open().opened;
  const looks: unknown[] = [];
  const seen = setInterval(() => looks.push(problem), 20);
  await migrateFurther();
  // Longer than it waits between two polls.
  await eventually(() => looks.length > 150, WAIT_MS_MAX);
  clearInterval(seen);
  expect(new Set(looks)).toEqual(new Set([undefined]));
});

test('an earlier release starts on a newer schema where it is allowed to [SYS-02:rolling]', async () => {
  await migrateFurther();
  // Its own migrations find nothing to do, and say nothing against it.
  expect(await migrate({ url, dirs: migrations(), log: silentLog })).toEqual([]);
  await open(true).opened;
  expect(problem).toBeUndefined();
  // Of the next two looks the first is over when the second begins: neither says it again.
  const before = looks;
  await eventually(() => looks > before + 1, WAIT_MS_MAX);
  expect(recorded.said()).toEqual([expect.stringContaining('newer than this build'), 'the database answers']);
});

/** Every column of the database, and the migrations that it says it has had. */
async function contentOf(): Promise<unknown> {
  const db = openDatabase({ url, log: silentLog, applicationName: 'test' });
  try {
    const columns = await db.query<{ table: string }>(
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns
       WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2`,
    );
    const [marks] = columns.filter(({ table }) => table.includes('migrations'));
    return { columns, migrations: await db.query(`SELECT * FROM ${marks?.table} ORDER BY id`) };
  } finally {
    await db.close();
  }
}

test('a process that starts on a schema newer than its build waits, says why, and changes nothing [SYS-02:rolling]', async () => {
  await migrateFurther();
  const before = await contentOf();
  let isOpen = false;
  const { opened } = open();
  opened.then(
    () => {
      isOpen = true;
    },
    () => {},
  );
  await untilProblem(/newer than this build: it does not know service\/0002_crew/);
  await gate?.close();
  expect(isOpen).toBe(false);
  expect(await contentOf()).toEqual(before);
});

test('an unavailable database is reported, at the start and later, and so is its return', async () => {
  await migrate({ url, dirs: migrations(), log: silentLog });
  await admin.query(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS false`);
  const { opened } = open();
  await untilProblem(/does not answer/);
  await admin.query(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS true`);
  await opened;
  expect(problem).toBeUndefined();

  await admin.query(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS false`);
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name()]);
  await untilProblem(/does not answer/);
  await admin.query(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS true`);
  await eventually(() => problem === undefined, WAIT_MS_MAX);
  const [lost, found] = ['the database does not answer', 'the database answers'];
  expect(recorded.said()).toEqual([lost, found, lost, found]);
  expect(recorded.lines()[0]).toMatchObject({ level: 'warn', err: { code: expect.any(String) } });
});

// Waits that a busy database takes are longer than the watch gives it; a lock makes them so for as long as is wanted.
async function withLockedMarks(work: (pids: () => Promise<Set<number>>) => Promise<void>): Promise<void> {
  const db = openDatabase({ url, log: silentLog, applicationName: 'slow' });
  const pids = async () => {
    const waiting = await admin.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE datname = $1 AND application_name = 'probe' AND wait_event_type = 'Lock'",
      [name()],
    );
    return new Set(waiting.map(({ pid }) => pid));
  };
  try {
    await db.transaction(async (tx) => {
      const [marks] = await tx.query<{ name: string }>(
        "SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'r' AND relname LIKE '%migrations%'",
      );
      await tx.query(`LOCK TABLE ${marks?.name} IN ACCESS EXCLUSIVE MODE`);
      await work(pids);
    });
  } finally {
    await db.close();
  }
}

test('a database that answers the second time is not reported as unavailable; one that does not is [SYS-03:database]', async () => {
  await migrate({ url, dirs: migrations(), log: silentLog });
  const { opened } = open();
  await opened;
  await withLockedMarks(async (waiting) => {
    const asked = new Set<number>();
    await eventually(async () => {
      for (const pid of await waiting()) asked.add(pid);
      return asked.size >= 2;
    }, WAIT_MS_MAX);
  });
  expect(problems).toEqual([undefined]);

  const failed = new Set<number>();
  await withLockedMarks((waiting) =>
    eventually(async () => {
      if (problem !== undefined) return true;
      for (const pid of await waiting()) failed.add(pid);
      return false;
    }, WAIT_MS_MAX).then(() => {}),
  );
  expect(problem).toMatch(/does not answer/);
  expect(failed.size).toBeLessThanOrEqual(2);
  await eventually(() => problem === undefined, WAIT_MS_MAX);
});

test('a count that takes long keeps nothing from the watch, and is ended on the server [SYS-03:database]', async () => {
  await migrate({ url, dirs: migrations(), log: silentLog });
  const { opened, query } = open();
  await opened;
  const counting = async () =>
    (
      await admin.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = $1 AND query LIKE 'SELECT pg_sleep%' AND state = 'active'",
        [name()],
      )
    )[0]?.n;
  for (let count = 0; count < 3; count += 1) {
    const slow = expect(query('SELECT pg_sleep(60)')).rejects.toThrow();
    await eventually(async () => (await counting()) === 1);
    await slow;
    await eventually(async () => (await counting()) === 0);
  }
  expect(await query('SELECT 7 AS seven')).toEqual([{ seven: 7 }]);
  expect(problems).toEqual([undefined]);
});

test('a process that is stopped while it waits ends', async () => {
  const { opened } = open();
  await untilProblem(/older/);
  await gate?.close();
  await expect(opened).rejects.toThrow('stopped before the database was there');
});
