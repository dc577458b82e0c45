// @requires kafka
// @requires redis
// @requires s3
// @requires ffmpeg

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@marquee/testing/eventually';
import { type RealComponents, runMigrations, startComponents } from './components.ts';
import { openScaledForm, PROCESS_NAMES, type ProcessName, type ScaledForm } from './processes.ts';

const TEST_MS_MAX = 300_000;
const WAIT_MS_MAX = 120_000;
let dir: string;
let components: RealComponents;
let form: ScaledForm;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'marquee-scaled-'));
  components = await startComponents(dir);
  form = await openScaledForm({ dir, components });
}, TEST_MS_MAX);

afterAll(async () => {
  await form?.stop();
  await components?.stop();
  await rm(dir, { recursive: true, force: true });
}, TEST_MS_MAX);

const untilProbe = (name: ProcessName, status: number, text: RegExp) =>
  eventually(async () => {
    const probe = await form.probe(name);
    return probe.status === status && text.test(probe.text);
  }, WAIT_MS_MAX);

const said = (name: ProcessName) => readFile(form.logFile(name), 'utf8');

test(
  'a process waits, alive and not ready, until its database has been migrated; migrating twice changes nothing [SYS-02:migrate]',
  async () => {
    form.start('identity');
    await untilProbe('identity', 503, /older than this build: run the migrations/);
    expect((await form.probe('identity', '/livez')).status).toBe(200);
    expect((await form.probe('identity', '/startupz')).status).toBe(503);

    const first = await runMigrations(components);
    expect([first.code, first.output]).toEqual([0, expect.stringContaining('migration applied')]);
    const second = await runMigrations(components);
    expect([second.code, second.output]).toEqual([0, expect.not.stringContaining('migration applied')]);
    await untilProbe('identity', 200, /ok/);
    expect((await form.probe('identity', '/startupz')).status).toBe(200);
  },
  TEST_MS_MAX,
);

test(
  'six processes, a broker, Redis and an object store are one site [SYS-02:processes]',
  async () => {
    for (const name of PROCESS_NAMES) if (name !== 'identity') form.start(name);
    await form.untilReady();
    const page = await fetch(form.url, { headers: { 'user-agent': 'Mozilla/5.0' } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Marquee')]);
    const inbox = await fetch(`${form.url}/dev/inbox.json`);
    expect([inbox.status, await inbox.json()]).toEqual([200, []]);
  },
  TEST_MS_MAX,
);

test(
  'each process says how it, its queues and what it needs are doing [SYS-04:metrics]',
  async () => {
    const needs = { media: ['s3', 'database'], 'media-worker': ['s3', 'database'], gateway: [] } as const;
    const values = async (name: ProcessName) => (await form.probe(name, '/metrics')).text;
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
  'while its database is away a process is not ready, and it is again by itself [SYS-03:database]',
  async () => {
    const stop = (allowed: boolean) => components.allowConnections('film', allowed);
    await stop(false);
    await untilProbe('film', 503, /database: the database does not answer/);
    expect((await form.probe('film', '/livez')).status).toBe(200);
    await stop(true);
    await untilProbe('film', 200, /ok/);
  },
  TEST_MS_MAX,
);

test(
  'a broker that is away at the start is waited for, said once, and not ready meanwhile [SYS-03:broker]',
  async () => {
    await form.end('notification');
    await components.kafka.kill();
    form.start('notification');
    await untilProbe('notification', 503, /bus: /);
    await components.kafka.start();
    await untilProbe('notification', 200, /ok/);
    const complaints = (await said('notification')).split('\n').filter((line) => /Kafka is away/.test(line));
    expect(complaints).toHaveLength(1);
  },
  TEST_MS_MAX,
);

test(
  'SIGTERM ends each process by itself, and kill -9 leaves nothing that keeps it from starting again [SYS-03:restart]',
  async () => {
    for (const name of PROCESS_NAMES) expect([name, await form.end(name)]).toEqual([name, 0]);
    for (const name of PROCESS_NAMES) form.start(name);
    await form.untilReady();
    for (const name of PROCESS_NAMES) await form.end(name, 'SIGKILL');
    for (const name of PROCESS_NAMES) form.start(name);
    await form.untilReady();
    expect((await fetch(form.url, { headers: { 'user-agent': 'Mozilla/5.0' } })).status).toBe(200);
  },
  TEST_MS_MAX,
);
