import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '@marquee/testing/cleanup';
import { silentLog } from '@marquee/testing/silent-log';
import { openDatabase } from './database.ts';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts';

const TEST_MS = 120_000;

async function folders(): Promise<EmbeddedPostgresOptions> {
  const dir = await mkdtemp(join(tmpdir(), 'cluster-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  const settings = { fsync: 'off', shared_buffers: '16MB' };
  return { dataDir: join(dir, 'data'), socketDir: join(dir, 'run'), logFile: join(dir, 'log'), settings };
}

async function ask<R>(postgres: EmbeddedPostgres, statement: string): Promise<R[]> {
  const db = openDatabase({ url: postgres.url('postgres'), log: silentLog, applicationName: 'test' });
  try {
    return await db.query<R>(statement);
  } finally {
    await db.close();
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
const permissions = async (path: string) => (await stat(path)).mode & 0o777;

test(
  'a cluster is made once, keeps what it holds, and only its owner enters it',
  async () => {
    const options = await folders();
    const first = await startEmbeddedPostgres(options);
    expect([await permissions(options.dataDir), await permissions(options.socketDir)]).toEqual([0o700, 0o700]);
    expect(await permissions(options.logFile)).toBe(0o600);
    expect(await ask(first, 'SHOW listen_addresses')).toEqual([{ listenAddresses: '' }]);
    expect(await ask(first, 'SHOW shared_buffers')).toEqual([{ sharedBuffers: '16MB' }]);
    await ask(first, 'CREATE TABLE films AS SELECT 7 AS id');
    await first.stop();
    await first.ended;
    await first.stop();
    await expect(ask(first, 'SELECT 1')).rejects.toMatchObject({ reason: 'DATABASE_UNAVAILABLE' });

    await expect(startEmbeddedPostgres({ ...options, settings: { shared_buffers: 'a lot' } })).rejects.toThrow(
      /^PostgreSQL did not start: .*shared_buffers/s,
    );

    const second = await startEmbeddedPostgres(options);
    expect(await ask(second, 'SELECT id FROM films')).toEqual([{ id: 7 }]);
    process.kill(second.pid, 'SIGQUIT');
    await second.ended;
  },
  TEST_MS,
);

test(
  'a cluster whose creation was interrupted is created again',
  async () => {
    const options = await folders();
    await (await startEmbeddedPostgres(options)).stop();
    const [mark, left] = [join(options.dataDir, '.initialised'), join(options.dataDir, 'left over')];
    await rm(mark);
    await writeFile(left, '');
    const postgres = await startEmbeddedPostgres(options);
    expect([await isThere(mark), await isThere(left)]).toEqual([true, false]);
    await postgres.stop();
  },
  TEST_MS,
);
