import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { embeddedPostgresUrl } from '@marquee/data/embedded-postgres';
import { eventually } from '@marquee/testing/eventually';
import pg from 'pg';
import { readChildTable } from './child-table.ts';
import { openDataDir } from './data-dir.ts';
import { processInfo } from './process-info.ts';

const START_MS_MAX = 120_000;
const TEST_MS_MAX = 300_000;
const main = fileURLToPath(new URL('main.ts', import.meta.url));

type Instance = { child: ChildProcess; dir: string; url: string; output(): string; exited: Promise<number | null> };

let folders: string[];
let instances: Instance[];

beforeEach(() => {
  folders = [];
  instances = [];
});

afterEach(async () => {
  for (const { child, exited } of instances) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
  }
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}, TEST_MS_MAX);

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-start-'));
  folders.push(folder);
  return folder;
}

/** What `npm start` runs, without the demo catalogue. */
function launch(dir: string, env: Record<string, string> = {}): Instance {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', SEED: '0', ...env, DATA_DIR: dir },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const instance: Instance = { child, dir, url: '', output: () => output, exited };
  instances.push(instance);
  return instance;
}

async function ready(instance: Instance): Promise<Instance> {
  await eventually(() => {
    const { exitCode } = instance.child;
    if (exitCode !== null) throw new Error(`It ended with ${exitCode}:\n${instance.output()}`);
    return instance.output().includes('Data is in ');
  }, START_MS_MAX);
  instance.url = /Marquee is at (\S+)/.exec(instance.output())?.[1] ?? '';
  return instance;
}

const start = (dir: string, env?: Record<string, string>) => ready(launch(dir, env));

async function page(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'user-agent': 'Mozilla/5.0' } });
  await response.arrayBuffer();
  return response.status;
}

async function withDatabase<T>(dir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: embeddedPostgresUrl(openDataDir(dir).socketDir, 'notification') });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The processes that the instance has running, PostgreSQL among them. */
function children(dir: string) {
  return readChildTable(join(dir, 'children.jsonl')).filter(
    ({ pid, startedAt }) => processInfo(pid)?.startedAt === startedAt,
  );
}

test(
  'starts with pages and an inbox, stops cleanly at SIGTERM, and keeps its data and keys over a second start [SYS-01:start]',
  async () => {
    const dir = await newFolder();
    const first = await start(dir);
    expect(await page(first.url)).toBe(200);
    expect(await page(`${first.url}/dev/inbox`)).toBe(200);
    expect((await stat(join(dir, 'keys.json'))).mode & 0o777).toBe(0o600);
    const keys = await readFile(join(dir, 'keys.json'), 'utf8');
    await withDatabase(dir, (client) => client.query('CREATE TABLE kept (word text)'));
    expect(children(dir).length).toBeGreaterThan(0);
    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    expect(children(dir)).toEqual([]);

    await start(dir);
    await withDatabase(dir, (client) => client.query('SELECT * FROM kept'));
    expect(await readFile(join(dir, 'keys.json'), 'utf8')).toBe(keys);
  },
  TEST_MS_MAX,
);

test(
  'after kill -9 the next start ends what was left behind and works [SYS-01:kill]',
  async () => {
    const dir = await newFolder();
    const first = await start(dir);
    await withDatabase(dir, (client) => client.query('CREATE TABLE kept (word text)'));
    first.child.kill('SIGKILL');
    await first.exited;
    const left = children(dir);
    expect(left.length).toBeGreaterThan(0);

    const second = await start(dir);
    expect(await page(second.url)).toBe(200);
    for (const { pid, startedAt } of left) expect(processInfo(pid)?.startedAt).not.toBe(startedAt);
    await withDatabase(dir, (client) => client.query('SELECT * FROM kept'));
  },
  TEST_MS_MAX,
);

test(
  'kill -9 while migrations wait in the middle blocks nothing [SYS-01:kill-migration]',
  async () => {
    const dir = await newFolder();
    const first = await start(dir);
    // The next start finds a migration to do, and a lock that keeps it from ending.
    const blocker = new pg.Client({
      connectionString: embeddedPostgresUrl(openDataDir(dir).socketDir, 'notification'),
    });
    blocker.on('error', () => {});
    await blocker.connect();
    await blocker.query('DROP TABLE dev_inbox_messages, deliveries');
    await blocker.query('DELETE FROM migrations_service');
    await blocker.end();
    first.child.kill('SIGTERM');
    await first.exited;

    const second = launch(dir);
    await eventually(async () => {
      const log = await readFile(join(dir, 'postgres.log'), 'utf8');
      return log.split('ready to accept connections').length > 2;
    }, START_MS_MAX);
    second.child.kill('SIGKILL');
    await second.exited;

    const third = await start(dir);
    expect(await page(`${third.url}/dev/inbox`)).toBe(200);
  },
  TEST_MS_MAX,
);

test(
  'two instances run side by side, and a third on the folder of one says who holds it [SYS-01:two]',
  async () => {
    const [one, other] = await Promise.all([start(await newFolder()), start(await newFolder())]);
    expect(one.url).not.toBe(other.url);
    expect(await Promise.all([page(one.url), page(other.url)])).toEqual([200, 200]);
    const third = launch(one.dir);
    expect(await third.exited).toBe(1);
    expect(third.output()).toContain(`is in use by another process (pid ${one.child.pid})`);
  },
  TEST_MS_MAX,
);

test(
  'a development inbox on a network address refuses to start, with the reason [SYS-01:inbox]',
  async () => {
    const refused = launch(await newFolder(), { HOST: '0.0.0.0', PUBLIC_URL: 'http://films.example' });
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain('DEV_INBOX=1 is refused with HOST=0.0.0.0');
  },
  TEST_MS_MAX,
);
