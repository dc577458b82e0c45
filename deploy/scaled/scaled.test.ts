// @requires kafka
// @requires redis
// @requires s3
// @requires ffmpeg
// @inputs deploy scripts demo services gateway web admin packages proto tsconfig.base.json

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@marquee/testing/eventually';
import pg from 'pg';
import { type RealComponents, runMigrations, startComponents } from './components.ts';
import { openScaledSite, PROCESS_NAMES, type ProcessName, type ScaledSite } from './processes.ts';
import { openIngress } from './testing/ingress.ts';
import { type MailServer, startMailServer } from './testing/mail-server.ts';
import { askForAccount, followLink } from './testing/newcomer.ts';

const TEST_MS_MAX = 300_000;
const WAIT_MS_MAX = 120_000;
let dir: string;
let components: RealComponents;
let site: ScaledSite;
let mails: MailServer;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'marquee-scaled-'));
  [components, mails] = await Promise.all([startComponents(dir), startMailServer()]);
  const notification = { DEV_INBOX: '0', SMTP_URL: mails.url };
  site = await openScaledSite({ dir, components, processEnvironment: { notification } });
}, TEST_MS_MAX);

afterAll(async () => {
  await site?.stop();
  await Promise.all([components?.stop(), mails?.stop()]);
  await rm(dir, { recursive: true, force: true });
}, TEST_MS_MAX);

const untilProbe = (name: ProcessName, status: number, text: RegExp) =>
  eventually(async () => {
    const probe = await site.probe(name);
    return probe.status === status && text.test(probe.text);
  }, WAIT_MS_MAX);

const said = (name: ProcessName) => readFile(site.logFile(name), 'utf8');

test(
  'a process is alive but not ready until its database is migrated; migrating twice changes nothing [SYS-02:migrate]',
  async () => {
    site.start('identity');
    await untilProbe('identity', 503, /older than this build: run the migrations/);
    expect((await site.probe('identity', '/livez')).status).toBe(200);
    expect((await site.probe('identity', '/startupz')).status).toBe(503);

    const first = await runMigrations(components);
    expect([first.code, first.output]).toEqual([0, expect.stringContaining('migration applied')]);
    const second = await runMigrations(components);
    expect([second.code, second.output]).toEqual([0, expect.not.stringContaining('migration applied')]);
    await untilProbe('identity', 200, /ok/);
    expect((await site.probe('identity', '/startupz')).status).toBe(200);
  },
  TEST_MS_MAX,
);

/** What `helm test` runs. */
async function releaseTest(): Promise<{ code: number | null; output: string[] }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'deploy/release-test.ts'], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { PATH: process.env.PATH, GATEWAY_URL: `http://127.0.0.1:${site.port('gateway')}`, PUBLIC_URL: site.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output: output.trim().split('\n') };
}

test(
  'all processes, with a broker, Redis, an object store and a mail server, are one site [SYS-02:processes]',
  async () => {
    for (const name of PROCESS_NAMES) if (name !== 'identity') site.start(name);
    await site.untilReady();
    const page = await fetch(site.url, { headers: { 'user-agent': 'Mozilla/5.0' } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Marquee')]);
    expect(await releaseTest()).toEqual({
      code: 0,
      output: [
        'ok   the front page',
        'ok   film answers through the gateway',
        'ok   identity answers through the gateway',
      ],
    });
  },
  TEST_MS_MAX,
);

test(
  'each process has metrics of itself, its queues and its dependencies [SYS-04:metrics]',
  async () => {
    const needs = { media: ['s3', 'database'], 'media-worker': ['s3', 'database'], gateway: [] } as const;
    const values = async (name: ProcessName) => (await site.probe(name, '/metrics')).text;
    for (const name of PROCESS_NAMES) {
      const own: readonly string[] = name in needs ? needs[name as keyof typeof needs] : ['database'];
      const expected = ['kafka', 'redis', ...own].map(
        (part) => `marquee_dependency_up{dependency="${part}",service="${name}"} 1\n`,
      );
      await eventually(async () => {
        const text = await values(name);
        return (
          expected.every((line) => text.includes(line)) && text.includes(`process_cpu_seconds_total{service="${name}"}`)
        );
      });
    }
    await eventually(async () =>
      /marquee_bus_lag_messages\{topic="media",group="film",service="film"\} 0/.test(await values('film')),
    );
    expect(await values('gateway')).toMatch(
      /marquee_page_seconds_count\{route="\/",status="200",cache="\w+",service="gateway"\}/,
    );
    const film = await values('film');
    for (const name of [
      'marquee_outbox_pending',
      'marquee_dead_letters',
      'marquee_db_pool_waiting',
      'marquee_playback_sessions',
    ])
      expect(film).toContain(`${name}{service="film"} 0\n`);
    expect(await values('media')).toContain('marquee_transcodes{state="queued",service="media"} 0\n');
    expect(await values('media-worker')).not.toContain('marquee_outbox_pending');
  },
  TEST_MS_MAX,
);

test(
  'a process is not ready while its database is unavailable, and ready again without a restart [SYS-03:database]',
  async () => {
    const stop = (allowed: boolean) => components.allowConnections('film', allowed);
    await stop(false);
    await untilProbe('film', 503, /database: the database does not answer/);
    expect((await site.probe('film', '/livez')).status).toBe(200);
    await stop(true);
    await untilProbe('film', 200, /ok/);
  },
  TEST_MS_MAX,
);

async function rows<R extends object>(name: 'identity' | 'notification', sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: components.databaseUrl(name) });
  await client.connect();
  const result = await client.query<R>(sql).finally(() => client.end());
  return result.rows;
}

/** The states of the messages that notification has, the oldest first. */
async function deliveries(): Promise<string> {
  const found = await rows<{ state: string }>('notification', 'SELECT state FROM deliveries ORDER BY created_at');
  return found.map(({ state }) => state).join(' ');
}

/** Whether identity has published all events, and notification has consumed them. */
async function isCaughtUp(): Promise<boolean> {
  const pending = await rows('identity', 'SELECT 1 FROM outbox WHERE published_at IS NULL');
  const { text } = await site.probe('notification', '/metrics');
  const lags = [...text.matchAll(/^marquee_bus_lag_messages\{[^}]*group="notification"[^}]*\} (\d+)$/gm)];
  return pending.length === 0 && lags.length > 0 && lags.every(([, lag]) => lag === '0');
}

test(
  'a new account gets one mail by SMTP, although notification is killed before or after it sends [SYS-03:mail]',
  async () => {
    const ingress = openIngress({ url: site.url, port: site.port('gateway'), hosts: () => ['127.0.0.1'] });
    const [ada, bo] = [ingress.browser(), ingress.browser()];
    const until = (states: string) => eventually(async () => (await deliveries()) === states, WAIT_MS_MAX);
    const toAda = await askForAccount(ada);
    await until('SENT');
    // The mailbox is full until the process that received the event is killed.
    const toBo = await askForAccount(bo, (email) => mails.refused.add(email));
    await eventually(() => mails.refusals.includes(toBo), WAIT_MS_MAX);
    await until('SENT WAITING');
    await site.end('notification', 'SIGKILL');
    mails.refused.clear();
    // Every event is published again, as by a relay that dies before it records what it published.
    await rows('identity', 'UPDATE outbox SET published_at = NULL');
    site.start('notification');
    await site.untilReady(['notification']);

    await until('SENT SENT');
    await eventually(isCaughtUp, WAIT_MS_MAX);
    expect(await deliveries()).toBe('SENT SENT');
    const subject = 'Confirm your email to join Marquee';
    expect(mails.received.map(({ to, mail }) => [to, mail.subject])).toEqual([
      [toAda, subject],
      [toBo, subject],
    ]);
    for (const [browser, email] of [
      [ada, toAda],
      [bo, toBo],
    ] as const) {
      expect(await followLink(browser, mails, email)).toEqual(expect.any(String));
    }
    ingress.close();
  },
  TEST_MS_MAX,
);

test(
  'a process that starts without a broker waits for it, logs that once, and is not ready [SYS-03:broker]',
  async () => {
    await site.end('notification');
    await components.kafka.kill();
    site.start('notification');
    await untilProbe('notification', 503, /bus: /);
    await components.kafka.start();
    await untilProbe('notification', 200, /ok/);
    const complaints = (await said('notification')).split('\n').filter((line) => /Kafka cannot be reached/.test(line));
    expect(complaints).toHaveLength(1);
  },
  TEST_MS_MAX,
);

test(
  'after kill -9 each process starts again [SYS-03:restart]',
  async () => {
    for (const name of PROCESS_NAMES) await site.end(name, 'SIGKILL');
    for (const name of PROCESS_NAMES) site.start(name);
    await site.untilReady();
    expect((await fetch(site.url, { headers: { 'user-agent': 'Mozilla/5.0' } })).status).toBe(200);
  },
  TEST_MS_MAX,
);

/** SIGTERM, which each process answers by ending itself. */
const end = async (name: ProcessName) => expect([name, await site.end(name)]).toEqual([name, 0]);

test(
  'helm test names the part of a release that does not answer [SYS-02:release-test]',
  async () => {
    const said = async () => {
      const { code, output } = await releaseTest();
      return { code, failed: output.filter((line) => !line.startsWith('ok ')) };
    };
    await end('identity');
    expect(await said()).toEqual({
      code: 1,
      failed: [expect.stringMatching(/^FAIL identity answers through the gateway: 503 .*"unavailable"/)],
    });
    await end('film');
    expect(await said()).toMatchObject({
      code: 1,
      failed: expect.arrayContaining([expect.stringMatching(/^FAIL film answers through the gateway: 503 /)]),
    });
    await end('gateway');
    expect(await said()).toEqual({
      code: 1,
      failed: ['the front page', 'film answers through the gateway', 'identity answers through the gateway'].map(
        (what) => expect.stringMatching(`^FAIL ${what}: no answer: .*ECONNREFUSED`),
      ),
    });
  },
  TEST_MS_MAX,
);

test(
  'SIGTERM ends each process by itself [SYS-03:restart]',
  async () => {
    for (const name of PROCESS_NAMES) if (site.pid(name) !== undefined) await end(name);
  },
  TEST_MS_MAX,
);
