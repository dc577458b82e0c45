// @inputs deploy scripts demo services gateway web admin packages proto tsconfig.base.json

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openScaledSite, PROCESS_NAMES, type ProcessName } from './processes.ts';

const TEST_MS_MAX = 180_000;
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'marquee-wrong-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

type Environment = Record<string, string>;

/** The output of a process that is started without a database, for which a valid environment would let it wait. */
async function lastWordsOf(
  name: ProcessName,
  site: Awaited<ReturnType<typeof openScaledSite>>,
): Promise<readonly string[]> {
  site.start(name);
  try {
    await expect(site.untilReady([name])).rejects.toThrow(`${name} has ended`);
  } finally {
    await site.stop();
  }
  return (await readFile(site.logFile(name), 'utf8')).trim().split('\n');
}

const openSite = (environment: Environment, processEnvironment: Readonly<Record<ProcessName, Environment>> = {}) =>
  openScaledSite({
    dir,
    components: {
      databaseUrl: (name) => `postgresql://keeper:hunter2@127.0.0.1:1/${name}`,
      environment,
    },
    processEnvironment,
  });

test(
  'every process with a wrong variable ends at once, with one line that names the variable but not its value [SYS-02:environment]',
  async () => {
    const site = await openSite({ KAFKA_BROKERS: 'kafka:9092:hunter2' });
    for (const name of PROCESS_NAMES) {
      const said = await lastWordsOf(name, site);
      expect([name, said]).toEqual([
        name,
        [expect.stringMatching(/^Cannot start: KAFKA_BROKERS\S*: must be host:port/)],
      ]);
      expect(said.join()).not.toContain('hunter2');
    }
  },
  TEST_MS_MAX,
);

test(
  'a process also ends for a wrong variable of its own, for contradictory variables and for a missing one [SYS-02:environment]',
  async () => {
    const blobs = { BLOBS_DIR: join(dir, 'blobs') };
    const wrong: [ProcessName, Environment, string][] = [
      // Without this, the file that the site sets for the variable would count.
      [
        'identity',
        { VIEWER_SIGNING_KEY_FILE: '', VIEWER_SIGNING_KEY: 'hunter2' },
        'VIEWER_SIGNING_KEY: must be an Ed25519',
      ],
      ['notification', { DEV_INBOX: '0', SMTP_URL: 'http://hunter2' }, 'SMTP_URL: '],
      ['media', { ...blobs, S3_BUCKET: 'films' }, 'S3_BUCKET: must not be set together with BLOBS_DIR'],
      ['media-worker', { S3_BUCKET: 'films', S3_ACCESS_KEY_ID: 'hunter2' }, 'S3_SECRET_ACCESS_KEY: must be set'],
      ['film', { DATABASE_URL_BUS: 'postgresql://hunter2@127.0.0.1:1/bus' }, 'KAFKA_BROKERS: must not be set together'],
      ['marketing', { RPC_PORT: 'hunter2' }, 'RPC_PORT: '],
      ['rewards', { CURSOR_KEY_FILE: '', CURSOR_KEY: 'hunter2' }, 'CURSOR_KEY: '],
      ['festival', { FLUSH_INTERVAL_MS: 'hunter2' }, 'FLUSH_INTERVAL_MS: '],
      ['gateway', { MEDIA_HTTP_URL: 'https://hunter2' }, 'MEDIA_HTTP_URL: must be an address of http://'],
    ];
    expect(wrong.map(([name]) => name).sort()).toEqual([...PROCESS_NAMES].sort());
    const environments = Object.fromEntries(wrong.map(([name, environment]) => [name, environment]));
    const site = await openSite({ KAFKA_BROKERS: '127.0.0.1:1' }, environments);
    for (const [name, , message] of wrong) {
      const said = await lastWordsOf(name, site);
      expect([name, said]).toEqual([name, [expect.stringContaining(`Cannot start: ${message}`)]]);
      expect(said.join()).not.toContain('hunter2');
    }
  },
  TEST_MS_MAX,
);
