// @requires ffmpeg s3
// @inputs deploy scripts demo services gateway web admin packages proto tsconfig.base.json

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBucket } from '@marquee/storage/s3-bucket';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { tcpProxy } from '@marquee/testing/tcp-proxy';
import { testDatabaseUrl } from '@marquee/testing/test-database';
import { testS3 } from '@marquee/testing/test-s3';
import { openScaledSite, type ProcessName } from './processes.ts';

const TEST_MS_MAX = 120_000;
const WAIT_MS_MAX = 60_000;

type Line = { level: string; setting?: string; msg: string };

/** A process that is started alone, with its database and bus. */
async function startAlone(
  name: ProcessName,
  environment: (dir: string) => Record<string, string>,
  prepare: (dir: string) => Promise<void> = async () => {},
) {
  const dir = await mkdtemp(join(tmpdir(), 'marquee-settings-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  const [bus, own] = await Promise.all([testDatabaseUrl('bus'), testDatabaseUrl(name === 'gateway' ? 'data' : name)]);
  const site = await openScaledSite({
    dir,
    components: { databaseUrl: () => own, environment: { DATABASE_URL_BUS: bus } },
    processEnvironment: { [name]: environment(dir) },
  });
  atEnd(() => site.stop());
  await prepare(dir);
  site.start(name);
  const log = () => readFile(site.logFile(name), 'utf8');
  return {
    log,
    /** The status of /readyz, and what it says of settings. */
    async ready() {
      const { status, text } = await site.probe(name);
      const lines = text.trim().split('\n');
      return [status, ...lines.filter((line) => /^[A-Z]/.test(line)).sort()];
    },
    /** The settings that /metrics tells as wrong. */
    async wrong() {
      const { text } = await site.probe(name, '/metrics');
      return [...text.matchAll(/^marquee_setting_wrong\{.*setting="(\w+)".*\} 1$/gm)].map(([, one]) => one).sort();
    },
    /** Whether /metrics says that a dependency answers. */
    async isUp(dependency: string) {
      const { text } = await site.probe(name, '/metrics');
      return new RegExp(`^marquee_dependency_up\\{.*dependency="${dependency}".*\\} (\\d)$`, 'm').exec(text)?.[1];
    },
    /** Waits until the log says this of settings, and nothing else. */
    saying: (expected: readonly string[]) =>
      eventually(async () => {
        const lines = (await log()).split('\n').filter((line) => line.endsWith('}'));
        const parsed = lines.map((line) => JSON.parse(line) as Line);
        const said = parsed.flatMap(({ level, setting, msg }) => (setting ? [`${level} ${msg}`] : []));
        expect(said.sort()).toEqual(expected);
      }, WAIT_MS_MAX),
  };
}

async function storeOf(changes: Record<string, string>) {
  const { endpoint, accessKeyId, secretAccessKey, bucket, region } = (await testS3()).connection;
  return {
    connection: { endpoint, accessKeyId, secretAccessKey, region },
    environment: {
      ...{ S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId },
      ...{ S3_SECRET_ACCESS_KEY: secretAccessKey, ...changes },
    },
  };
}

const KEY = 'its public key is not in PUBLIC_KEYS, so that nobody takes what it signs';

test(
  'media with a wrong secret of its bucket, a program, a folder and a key says each at once, and waits [SYS-02:environment]',
  async () => {
    const { environment } = await storeOf({ S3_SECRET_ACCESS_KEY: 'hunter2' });
    const media = await startAlone('media', (dir) => ({
      ...environment,
      FFMPEG_PATH: '/nowhere/ffmpeg',
      FFPROBE_PATH: process.execPath,
      // Linux refuses folders there in a way in which Node's own `mkdir` never ends.
      SCRATCH_DIR: '/proc/scratch',
      UPLOADS_DIR: '/dev/null/uploads',
      SERVICE_SIGNING_KEY_FILE: join(dir, 'keys', 'film', 'SERVICE_SIGNING_KEY'),
    }));
    const problems = [
      'FFMPEG_PATH: /nowhere/ffmpeg cannot be run (ENOENT)',
      `FFPROBE_PATH: ${process.execPath} cannot be run (exit code 9)`,
      'S3_SECRET_ACCESS_KEY: The blob store is not available: the secret of the access key is wrong',
      'SCRATCH_DIR: the folder /proc/scratch cannot be made or written (ENOENT)',
      `SERVICE_SIGNING_KEY: ${KEY}`,
      'UPLOADS_DIR: the folder /dev/null/uploads cannot be made or written (ENOTDIR)',
    ];
    await eventually(async () => expect(await media.ready()).toEqual([503, ...problems]), WAIT_MS_MAX);
    expect(await media.wrong()).toEqual(problems.map((line) => line.split(':')[0]));
    await media.saying(problems.map((line) => `error ${line}`));
    expect(await media.log()).not.toContain('hunter2');
  },
  TEST_MS_MAX,
);

test(
  'media without its bucket waits for it, and is ready once it is made [SYS-02:environment]',
  async () => {
    const { environment, connection } = await storeOf({ S3_BUCKET: 'made-later' });
    const media = await startAlone('media', () => environment);
    const problem = 'S3_BUCKET: The blob store is not available: its bucket does not exist';
    await eventually(async () => expect(await media.ready()).toEqual([503, problem]), WAIT_MS_MAX);
    await makeBucket({ ...connection, bucket: 'made-later' });
    await eventually(async () => expect(await media.ready()).toEqual([200]), WAIT_MS_MAX);
    expect(await media.wrong()).toEqual([]);
    await media.saying([`error ${problem}`, 'info S3_BUCKET is right now']);
  },
  TEST_MS_MAX,
);

test(
  'media starts while its store cannot be reached, says so, and needs no restart once it is back [SYS-02:environment]',
  async () => {
    const { environment } = await storeOf({});
    const link = await tcpProxy({ port: Number(new URL(environment.S3_ENDPOINT).port) });
    atEnd(() => link.close());
    await link.refuse();
    const endpoint = `http://127.0.0.1:${link.port}`;
    const media = await startAlone('media', () => ({ ...environment, S3_ENDPOINT: endpoint }));
    await eventually(async () => expect(await media.ready()).toEqual([200]), WAIT_MS_MAX);
    expect([await media.wrong(), await media.isUp('s3')]).toEqual([['S3_ENDPOINT'], '0']);
    await link.mend();
    await eventually(async () => expect(await media.wrong()).toEqual([]), WAIT_MS_MAX);
    expect([await media.ready(), await media.isUp('s3')]).toEqual([[200], '1']);
    const problem = 'S3_ENDPOINT: The blob store is not available: ECONNREFUSED';
    await media.saying(['info S3_ENDPOINT is right now', `warn ${problem}`]);
  },
  TEST_MS_MAX,
);

test(
  'identity whose key signs viewer tokens that nobody takes is not ready [SYS-02:environment]',
  async () => {
    const identity = await startAlone('identity', (dir) => ({
      BLOBS_DIR: join(dir, 'blobs'),
      VIEWER_SIGNING_KEY_FILE: join(dir, 'keys', 'film', 'SERVICE_SIGNING_KEY'),
    }));
    const problem = `VIEWER_SIGNING_KEY: ${KEY}`;
    await eventually(async () => expect(await identity.ready()).toEqual([503, problem]), WAIT_MS_MAX);
    await identity.saying([`error ${problem}`]);
  },
  TEST_MS_MAX,
);

test(
  'film without the public keys of two processes that call it names them, and is not ready [SYS-02:environment]',
  async () => {
    const film = await startAlone(
      'film',
      (dir) => ({ PUBLIC_KEYS_FILE: join(dir, 'fewer-keys') }),
      async (dir) => {
        const keys = JSON.parse(await readFile(join(dir, 'keys', 'public', 'PUBLIC_KEYS'), 'utf8'));
        const { identity: _, 'media-worker': __, ...services } = keys.services;
        await writeFile(join(dir, 'fewer-keys'), JSON.stringify({ ...keys, services }));
      },
    );
    const problem = 'PUBLIC_KEYS: it has no key of identity, media-worker, so that film refuses their calls';
    await eventually(async () => expect(await film.ready()).toEqual([503, problem]), WAIT_MS_MAX);
    expect(await film.wrong()).toEqual(['PUBLIC_KEYS']);
    await film.saying([`error ${problem}`]);
  },
  TEST_MS_MAX,
);

test(
  'a gateway without its pages or its back office is not ready; without its places it is, and says so [SYS-02:environment]',
  async () => {
    const gateway = await startAlone('gateway', () => ({
      ...{ GEO_DATABASE: '/', WEB_BUILD_DIR: '/nowhere/web', ADMIN_BUILD_DIR: '/nowhere/admin' },
    }));
    const problems = [
      'ADMIN_BUILD_DIR: /nowhere/admin/index.html cannot be read (ENOENT)',
      'WEB_BUILD_DIR: /nowhere/web/server/index.js cannot be read (ENOENT)',
    ];
    await eventually(async () => expect(await gateway.ready()).toEqual([503, ...problems]), WAIT_MS_MAX);
    const places =
      'GEO_DATABASE: / is no MMDB file that can be read (EISDIR): films that are limited to places are closed everywhere';
    await gateway.saying([...problems.map((line) => `error ${line}`), `warn ${places}`]);
  },
  TEST_MS_MAX,
);

test(
  'notification starts without its mail server, and says so without its password [SYS-02:environment]',
  async () => {
    const notification = await startAlone('notification', () => ({
      DEV_INBOX: '0',
      SMTP_URL: 'smtp://sender:hunter2@127.0.0.1:1',
    }));
    await eventually(async () => expect(await notification.ready()).toEqual([200]), WAIT_MS_MAX);
    await eventually(async () => expect(await notification.wrong()).toEqual(['SMTP_URL']), WAIT_MS_MAX);
    await notification.saying(['warn SMTP_URL: the mail server cannot be used (code ESOCKET, command CONN)']);
    expect(await notification.log()).not.toContain('hunter2');
  },
  TEST_MS_MAX,
);
