// @inputs deploy packages services
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { testDatabase } from '@marquee/testing/test-database';

const entry = join(import.meta.dirname, 'dead-letters.ts');
const TEST_MS_MAX = 60_000;

type Ran = { child: ChildProcess; output: string; errors: string; exitCode: Promise<number | null> };

function run(words: string[], env: Record<string, string>): Ran {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry, ...words], {
    env: { PATH, HOME, TMPDIR, ...env },
  });
  atEnd(() => child.kill('SIGKILL'));
  const ran: Ran = {
    child,
    output: '',
    errors: '',
    exitCode: new Promise((resolve) => child.once('close', resolve)),
  };
  child.stdout.on('data', (text: Buffer) => {
    ran.output += text.toString();
  });
  child.stderr.on('data', (text: Buffer) => {
    ran.errors += text.toString();
  });
  return ran;
}

/** The URL of a database with one dead letter. */
async function databaseWithLetter(service: string): Promise<string> {
  const db = await testDatabase(service);
  await db.query(
    `INSERT INTO dead_letters (consumer, event_id, topic, key, type, body, error)
     VALUES ($1, gen_random_uuid(), 'media', 'film-7', 'events.v1.AssetReady', '', 'no such film')`,
    [service],
  );
  return db.url;
}

test(
  'with only some database URLs set, the command uses no others and names the missing ones',
  async () => {
    const url = await databaseWithLetter('film');
    const some = run(['list'], { DATABASE_URL_FILM: url, DATABASE_URL_MEDIA: url });
    expect(await some.exitCode).toBe(1);
    expect(some.errors).toMatch(/DATABASE_URL_IDENTITY.*DATABASE_URL_NOTIFICATION/);
    expect(some.errors).not.toMatch(/DATABASE_URL_(FILM|MEDIA)/);
    expect(some.output).toBe('');

    const other = run(['list', '--service', 'media'], { DATABASE_URL_FILM: url });
    expect(await other.exitCode).toBe(1);
    expect(other.errors).toContain('DATABASE_URL_MEDIA');

    // As in the container of one service, which is given only its own database.
    const own = run(['list', '--service', 'film'], { DATABASE_URL_FILM: url });
    expect([await own.exitCode, own.errors]).toEqual([0, '']);
    expect(own.output).toMatch(/^film film-7: 1 waiting, .*: no such film\n$/);
  },
  TEST_MS_MAX,
);

test(
  "each service's line is there as soon as its database has answered",
  async () => {
    const url = await databaseWithLetter('identity');
    // Accepts connections, but never answers.
    const silent = createServer(() => {});
    const silentUrl = `postgresql://nobody@127.0.0.1:${await listenLocally(silent)}/nothing`;
    atEnd(() => silent.close());
    const ran = run(['replay'], {
      DATABASE_URL_IDENTITY: url,
      DATABASE_URL_FILM: silentUrl,
      DATABASE_URL_MEDIA: silentUrl,
      DATABASE_URL_NOTIFICATION: silentUrl,
      DATABASE_URL_MARKETING: silentUrl,
      DATABASE_URL_FESTIVAL: silentUrl,
      DATABASE_URL_REWARDS: silentUrl,
    });
    await eventually(() => ran.output.includes('identity film-7: 1 of its events are tried again now'));
    expect(await Promise.race([ran.exitCode, 'it continues'])).toBe('it continues');
    // The output of the first database is kept although the next one failed.
    expect(await ran.exitCode).toBe(1);
    expect(ran.errors).toMatch(/^The database of (film|media|notification|marketing|festival|rewards): /);
  },
  TEST_MS_MAX,
);
