// @inputs deploy packages services
import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountSuspendedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { openDatabase } from '@marquee/data/database';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@marquee/data/embedded-postgres';
import { checkSchema, migrate } from '@marquee/data/migrations';
import { createOutbox } from '@marquee/events/outbox';
import { systemClock } from '@marquee/runtime/clock';
import { eventually } from '@marquee/testing/eventually';
import { silentLog } from '@marquee/testing/silent-log';
import { databasesOf } from '../databases.ts';
import { services } from '../services.ts';

const TEST_MS_MAX = 120_000;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'marquee-backup-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const server = (name: string, settings: Record<string, string>): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({
    dataDir: join(dir, name),
    socketDir: join(dir, `${name}-socket`),
    logFile: join(dir, `${name}.log`),
    settings,
  });

function open(postgres: EmbeddedPostgres, name: string) {
  return openDatabase({ url: postgres.url(name), log: silentLog, applicationName: 'backup test' });
}

/** Makes a base backup of a running server as CloudNativePG does: copies its files without the log, between two calls. */
async function backUp(postgres: EmbeddedPostgres, source: string, target: string): Promise<void> {
  const db = openDatabase({ url: postgres.url('postgres'), max: 1, log: silentLog, applicationName: 'backup' });
  await db.query("SELECT pg_backup_start('nightly', true)");
  cpSync(source, target, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !/postmaster\.(pid|opts)$|\/pg_wal\/./.test(path),
  });
  const [stopped] = await db.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
  writeFileSync(join(target, 'backup_label'), stopped?.labelfile ?? '');
  await db.close();
}

test(
  'a database is restored to the moment before a mistake, with all writes acknowledged until then [SYS-02:backup]',
  async () => {
    const archive = join(dir, 'archive');
    mkdirSync(archive, { mode: 0o777 });
    const first = await server('first', {
      archive_mode: 'on',
      archive_command: `cp %p ${archive}/%f.new && mv ${archive}/%f.new ${archive}/%f`,
    });
    const { uid, gid } = statSync(join(dir, 'first'));
    chownSync(archive, uid, gid);
    const identity = databasesOf(services).find(({ name }) => name === 'identity');
    const sources = identity?.sources ?? [];
    const admin = open(first, 'postgres');
    await admin.query('CREATE DATABASE identity');
    await migrate({ url: first.url('identity'), dirs: sources, log: silentLog });

    const db = open(first, 'identity');
    const outbox = createOutbox({ clock: systemClock });
    const write = (id: string) =>
      db.transaction((tx) =>
        outbox.append(tx, {
          schema: AccountSuspendedSchema,
          message: { $typeName: 'events.v1.AccountSuspended', accountId: id },
          ...{ aggregateType: 'account', aggregateId: id, aggregateVersion: 1n },
        } as Parameters<typeof outbox.append>[1]),
      );
    const written = async (of: typeof db) =>
      (await of.query<{ key: string }>('SELECT key FROM outbox ORDER BY seq')).map(({ key }) => key);

    await write('before the backup');
    await backUp(first, join(dir, 'first'), join(dir, 'second'));
    await write('after the backup');
    const [{ now } = { now: '' }] = await db.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
    await db.query('DELETE FROM outbox');
    const [{ name } = { name: '' }] = await db.query<{ name: string }>(
      'SELECT pg_walfile_name(pg_switch_wal()) AS name',
    );
    await eventually(() => readdirSync(archive).includes(name));
    await db.close();
    await admin.close();
    await first.stop();
    rmSync(join(dir, 'first'), { recursive: true });

    writeFileSync(join(dir, 'second', 'recovery.signal'), '');
    execFileSync('chown', ['-R', `${uid}:${gid}`, join(dir, 'second')]);
    const second = await server('second', {
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: now,
      recovery_target_action: 'promote',
    });
    const restored = open(second, 'identity');
    await eventually(
      async () =>
        (await restored.query<{ recovering: boolean }>('SELECT pg_is_in_recovery() AS recovering'))[0]?.recovering ===
        false,
    );
    expect(await written(restored)).toEqual(['before the backup', 'after the backup']);
    expect((await checkSchema({ db: restored, dirs: sources })).state).toBe('ready');
    await restored.close();
    await second.stop();
  },
  TEST_MS_MAX,
);
