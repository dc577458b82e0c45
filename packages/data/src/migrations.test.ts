import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { tcpProxy } from '@marquee/testing/tcp-proxy';
import { emptyDatabaseUrl } from '@marquee/testing/test-database';
import { type Database, openDatabase } from './database.ts';
import { checkSchema, migrate } from './migrations.ts';

let dir: string;
let url: string;
let db: Database;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'migrations-'));
  url = await emptyDatabaseUrl();
  db = openDatabase({ url, log: silentLog, applicationName: 'test' });
});

afterEach(async () => {
  await db.close();
  await rm(dir, { recursive: true });
});

const file = (name: string, sql: string) => writeFile(join(dir, name), sql);
const run = (log = silentLog) => migrate({ url, dir, log });
const tables = async () =>
  (
    await db.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'migrations%' ORDER BY 1",
    )
  ).map(({ name }) => name);

test('files are applied once, in their order', async () => {
  await file('0001_films.sql', 'CREATE TABLE films (id int);');
  await file('0002_crew.sql', 'ALTER TABLE films ADD title text; CREATE TABLE crew (id int);');
  const applied = ['service/0001_films', 'service/0002_crew'];
  const { log, lines } = recordingLog();
  await expect(run(log)).resolves.toEqual(applied);
  await expect(run(log)).resolves.toEqual([]);
  expect(await tables()).toEqual(['crew', 'films']);
  expect(lines()).toMatchObject(applied.map((migration) => ({ level: 'info', migration, msg: 'migration applied' })));
});

test('a file that fails leaves nothing of itself, keeps what was before, and works once it is mended', async () => {
  await file('0001_films.sql', 'CREATE TABLE films (id int);');
  await file('0002_crew.sql', 'CREATE TABLE crew (id int); SELECT 1 / 0;');
  const { log, lines } = recordingLog();
  await expect(run(log)).rejects.toThrow('division by zero');
  expect(lines().at(-1)).toMatchObject({ level: 'error', msg: expect.stringContaining('SELECT 1 / 0') });
  expect(await tables()).toEqual(['films']);
  await file('0002_crew.sql', 'CREATE TABLE crew (id int);');
  await expect(run()).resolves.toEqual(['service/0002_crew']);
});

test('a file marked no-transaction may hold what a transaction refuses', async () => {
  await file('0001_films.sql', 'CREATE TABLE films (id int);');
  await file('0002_index.sql', '-- no-transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS films_id ON films (id);');
  const { log, said } = recordingLog();
  await expect(run(log)).resolves.toHaveLength(2);
  expect(new Set(said())).toEqual(new Set(['migration applied']));
});

test('an index whose build was killed is built again by the next migrator [SYS-01:migration]', async () => {
  await file(
    '0001_films.sql',
    'CREATE TABLE films (id int); INSERT INTO films VALUES (1); CREATE INDEX kept ON films (id);',
  );
  await run();
  await file(
    '0002_index.sql',
    '-- no-transaction\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS films_id ON films (id);',
  );
  const indexes = () =>
    db.query<{ name: string; isValid: boolean }>(
      `SELECT indexrelid::regclass::text AS name, indisvalid AS is_valid FROM pg_index
       WHERE indrelid = 'films'::regclass ORDER BY 1`,
    );
  const release = await holdFilms('INSERT INTO films VALUES (2)');
  const killed = run();
  killed.catch(() => {});
  // It waits for the transaction that writes films, with an index that is not valid yet.
  await eventually(async () => expect(await indexes()).toContainEqual({ name: 'films_id', isValid: false }));
  await db.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'migrate' AND datname = current_database()",
  );
  await expect(killed).rejects.toThrow();
  await release();
  await expect(run()).resolves.toEqual(['service/0002_index']);
  expect(await indexes()).toEqual([
    { name: 'films_id', isValid: true },
    { name: 'kept', isValid: true },
  ]);
});

test('migrators take turns', async () => {
  await file('0001_films.sql', 'CREATE TABLE films (id int); SELECT pg_sleep(0.1);');
  const applied = await Promise.all([run(), run(), run()]);
  expect(applied.flat()).toEqual(['service/0001_films']);
});

test('a migrator whose connection is cut blocks nobody and leaves nothing half done [SYS-01:migration]', async () => {
  await file('0001_films.sql', 'CREATE TABLE films (id int); SELECT pg_sleep(60);');
  const cut = run();
  cut.catch(() => {});
  const running = () =>
    db.query(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'migrate' AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid() AND datname = current_database()",
    );
  await eventually(async () => (await running()).length === 1);
  await db.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'migrate' AND datname = current_database()",
  );
  await expect(cut).rejects.toThrow();
  await file('0001_films.sql', 'CREATE TABLE films (id int);');
  await expect(run()).resolves.toEqual(['service/0001_films']);
  expect(await tables()).toEqual(['films']);
});

test('a migrator whose network breaks fails, and logs that its connection was lost', async () => {
  await file('0001_films.sql', 'SELECT pg_sleep(60);');
  const direct = new URL(url);
  const link = await tcpProxy({ path: join(direct.searchParams.get('host') ?? '', '.s.PGSQL.5432') });
  const { log, said } = recordingLog();
  const lost = migrate({ url: `postgresql://${direct.username}@127.0.0.1:${link.port}${direct.pathname}`, dir, log });
  lost.catch(() => {});
  const sleeping =
    "SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60);' AND datname = current_database()";
  await eventually(async () => (await db.query(sleeping)).length === 1);
  await link.refuse();
  await expect(lost).rejects.toThrow();
  expect(said()).toContain('the connection of the migration was lost');
  await link.close();
});

/** A session that reads films, or uses them otherwise, and keeps its transaction open until it is released. */
async function holdFilms(statement = 'SELECT id FROM films') {
  const holder = openDatabase({ url, log: silentLog, applicationName: 'holder' });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const holding = holder.transaction(async (tx) => {
    await tx.query(statement);
    hold();
    await held;
  });
  await isHeld;
  return async () => {
    release();
    await holding;
    await holder.close();
  };
}

test('a table that somebody holds is waited for without keeping everybody else from it [SYS-02:migrate]', async () => {
  await file('0001_films.sql', 'CREATE TABLE films (id int);');
  await run();
  // What a file before it takes is not taken from its own time.
  await file('0002_slow.sql', 'SELECT pg_sleep(1.5);');
  await file('0003_title.sql', 'ALTER TABLE films ADD title text;');
  const release = await holdFilms();
  const { log, said } = recordingLog();
  const migrated = migrate({ url, dir, log, lockedMsMax: 1_000 });
  await eventually(() => said().includes('a migration waits for a table that another session has locked'));
  // The migration has cancelled its wait: other readers are not queued behind it.
  await db.query('SELECT id FROM films');
  await release();
  await expect(migrated).resolves.toEqual(['service/0003_title']);
});

test('a table that stays locked fails the migration, and nothing is changed [SYS-02:migrate]', async () => {
  await file('0001_films.sql', 'CREATE TABLE films (id int);');
  await run();
  await file('0002_title.sql', 'ALTER TABLE films ADD title text;');
  const release = await holdFilms();
  await expect(migrate({ url, dir, log: silentLog, lockedMsMax: 0 })).rejects.toMatchObject({ code: '55P03' });
  await release();
  await expect(run()).resolves.toEqual(['service/0002_title']);
});

test('a process tells a schema that is too old from one that is too new', async () => {
  await file('0001_films.sql', 'CREATE TABLE films (id int);');
  await expect(checkSchema({ db, dir })).resolves.toMatchObject({ state: 'too old', missing: ['service/0001_films'] });
  await run();
  await expect(checkSchema({ db, dir })).resolves.toEqual({ state: 'ready' });
  await rm(join(dir, '0001_films.sql'));
  await expect(checkSchema({ db, dir })).resolves.toMatchObject({ state: 'too new', unknown: ['service/0001_films'] });
  // On the way back the build of before runs its own migrations first: there is nothing for them to do.
  await expect(run()).resolves.toEqual([]);
  // Newer ones may be good enough; one that lacks something is not.
  await file('0002_ratings.sql', 'CREATE TABLE ratings (id int);');
  await expect(checkSchema({ db, dir })).resolves.toMatchObject({
    state: 'too old',
    missing: ['service/0002_ratings'],
  });
});
