// @inputs deploy scripts demo services gateway web admin packages proto tsconfig.base.json

import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { allSentBytes, backOfficeScripts } from '@marquee/testing/built-scripts';
import { eventually } from '@marquee/testing/eventually';
import { isAlive } from './process-info.ts';
import { testBrowser } from './testing/test-browser.ts';
import {
  children,
  launch,
  newFolder,
  removeInstances,
  START_MS_MAX,
  start,
  TEST_MS_MAX,
  withDatabase,
} from './testing/test-instance.ts';

afterEach(removeInstances, TEST_MS_MAX);

const SCRIPTS_MAX = 15;
const FIRST_LOAD_BYTES_MAX = { '.gz': 157_662, '.br': 139_481 };
const BACK_OFFICE_BYTES_MAX = 250_000;

type Routes = Record<string, { module: string; imports: string[] }>;
type BrowserManifest = { url: string; entry: { module: string; imports: string[] }; routes: Routes };

test(
  'text is sent compressed, every page takes few script files, and the first page and the first screen of the back office are small',
  async () => {
    const { url } = await start(await newFolder());
    const codingOf = async (path: string, accepted = 'gzip, deflate, br, zstd') => {
      const response = await fetch(url + path, {
        headers: { 'accept-encoding': accepted, 'user-agent': 'Mozilla/5.0' },
      });
      expect([path, response.status]).toEqual([path, 200]);
      return { coding: response.headers.get('content-encoding'), text: await response.text() };
    };
    const home = await codingOf('/');
    expect(home.coding).toBe('br');
    expect((await codingOf('/', 'gzip')).coding).toBe('gzip');

    const [manifestPath = ''] = /\/assets\/manifest-\w+\.js/.exec(home.text) ?? [];
    const script = await codingOf(manifestPath);
    expect(script.coding).toBe('br');
    const { entry, routes } = JSON.parse(script.text.replace(/^[^{]*/, '').replace(/;\s*$/, '')) as BrowserManifest;
    const { root, ...pages } = routes;
    const always = [manifestPath, entry.module, ...entry.imports, root?.module, ...(root?.imports ?? [])];
    expect(Object.keys(pages).length).toBeGreaterThan(20);
    for (const [page, { module, imports }] of Object.entries(pages)) {
      const count = new Set([...always, module, ...imports]).size;
      expect([page, count, count <= SCRIPTS_MAX]).toEqual([page, count, true]);
    }

    // What the home page loads before it works: no messages of services, none of what follows a press.
    const first = new Set([
      ...always,
      pages['routes/film/home']?.module,
      ...(pages['routes/film/home']?.imports ?? []),
    ]);
    const client = join(import.meta.dirname, '..', '..', 'web', 'build', 'client');
    for (const ending of ['.gz', '.br'] as const) {
      const paths = [...first].map((address) => join(client, address ?? ''));
      expect(await allSentBytes(paths, ending)).toBeLessThan(FIRST_LOAD_BYTES_MAX[ending]);
    }

    const scripts = await backOfficeScripts(join(import.meta.dirname, '..', '..'));
    const [large = '', page] = ['index-', 'films-page-'].map((start) =>
      scripts.map((path) => basename(path)).find((name) => name.startsWith(start)),
    );
    expect(page).toBeDefined();
    expect(await allSentBytes(scripts, '.gz')).toBeLessThan(BACK_OFFICE_BYTES_MAX);
    expect((await codingOf(`/superadmin/assets/${large}`)).coding).toBe('br');
  },
  TEST_MS_MAX,
);

test(
  'starts with pages, an inbox and an address for workers elsewhere, stops cleanly at SIGTERM, and keeps its data and keys over a second start [SYS-01:start STU-14:gateway]',
  async () => {
    const dir = await newFolder();
    const first = await start(dir);
    const visitor = testBrowser(first.url);
    expect(await visitor.page('/')).toBe(200);
    expect(await visitor.page('/dev/inbox')).toBe(200);
    const claim = { method: 'POST', headers: { authorization: 'Bearer no.key' } };
    const refused = await fetch(`${first.url}/workers/transcodes`, claim);
    expect([refused.status, await refused.json()]).toMatchObject([401, { reason: 'WORKER_KEY_UNKNOWN' }]);
    expect((await stat(join(dir, 'keys.json'))).mode & 0o777).toBe(0o600);
    const keys = await readFile(join(dir, 'keys.json'), 'utf8');
    await withDatabase(dir, (client) => client.query('CREATE TABLE kept (word text)'));
    const running = children(dir);
    expect(running.length).toBeGreaterThan(0);
    expect(await first.stop()).toBe(0);
    for (const { pid, startedAt } of running) expect(isAlive(pid, startedAt)).toBe(false);
    expect(children(dir)).toEqual([]);
    await expect(fetch(first.url)).rejects.toThrow();

    await start(dir);
    await withDatabase(dir, (client) => client.query('SELECT * FROM kept'));
    expect(await readFile(join(dir, 'keys.json'), 'utf8')).toBe(keys);
  },
  TEST_MS_MAX,
);

test(
  'npm start has a bounded heap, and SIGTERM to its process ends all: port, folder, database are free [SYS-01:start]',
  async () => {
    const dir = await newFolder();
    const npm = await start(dir, {}, ['npm', 'start']);
    const running = children(dir);
    expect(running.length).toBeGreaterThan(0);
    const [, node] = (await readFile(join(dir, 'lock.pid'), 'utf8')).split(' ');
    expect(await readFile(`/proc/${node}/cmdline`, 'utf8')).toContain('--max-old-space-size=1024');
    npm.child.kill('SIGTERM');
    await npm.exited;
    await eventually(() => running.every(({ pid, startedAt }) => !isAlive(pid, startedAt)), START_MS_MAX);
    await expect(fetch(npm.url)).rejects.toThrow();
    await start(dir);
  },
  TEST_MS_MAX,
);

test(
  'after kill -9 the next start ends what was left behind and works [SYS-01:kill]',
  async () => {
    const dir = await newFolder();
    const first = await start(dir);
    await withDatabase(dir, (client) => client.query('CREATE TABLE kept (word text)'));
    await first.kill();
    const left = children(dir);
    expect(left.length).toBeGreaterThan(0);

    const second = await start(dir);
    expect(await testBrowser(second.url).page('/')).toBe(200);
    for (const { pid, startedAt } of left) expect(isAlive(pid, startedAt)).toBe(false);
    await withDatabase(dir, (client) => client.query('SELECT * FROM kept'));
  },
  TEST_MS_MAX,
);

test(
  'kill -9 in the middle of a migration blocks nothing and migrates nothing twice [SYS-01:kill-migration]',
  async () => {
    const dir = await newFolder();
    const first = await start(dir);
    // The next start has to repeat a service's migrations, and halts in the middle of the first.
    const migrated = await withDatabase(dir, async (client) => {
      const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations_service ORDER BY id');
      await client.query('DROP TABLE dev_inbox_messages, deliveries, mail_refusals');
      await client.query('DROP TABLE notices, notice_events, notice_boxes, notice_preferences, notice_settings');
      await client.query('DROP TABLE push_subscriptions');
      await client.query('DELETE FROM migrations_service');
      await client.query('CREATE TABLE halts AS SELECT 600 AS seconds');
      await client.query(`CREATE FUNCTION halt() RETURNS event_trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_sleep(seconds) FROM public.halts; END'`);
      await client.query('CREATE EVENT TRIGGER halt ON ddl_command_end EXECUTE FUNCTION halt()');
      return rows.map(({ name }) => name);
    });
    expect(migrated.length).toBeGreaterThan(0);
    expect(await first.stop()).toBe(0);

    const second = launch(dir);
    await eventually(
      () =>
        withDatabase(dir, async (client) => {
          const { rows } = await client.query("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'");
          return rows.length > 0;
        }),
      START_MS_MAX,
    );
    await second.kill();
    await withDatabase(dir, (client) => client.query('DELETE FROM halts'));

    const third = await start(dir);
    expect(await testBrowser(third.url).page('/dev/inbox')).toBe(200);
    await withDatabase(dir, async (client) => {
      const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations_service ORDER BY id');
      expect(rows.map(({ name }) => name)).toEqual(migrated);
      expect((await client.query('SELECT * FROM dev_inbox_messages')).rows).toEqual([]);
    });
  },
  TEST_MS_MAX,
);

test(
  'two instances run side by side, signed in in one browser under cookies of their own, and a third on the folder of one says who holds it [SYS-01:two]',
  async () => {
    const [one, other] = await Promise.all([start(await newFolder()), start(await newFolder())]);
    expect(one.url).not.toBe(other.url);
    const names: string[][] = [];
    for (const { url } of [one, other]) {
      const browser = testBrowser(url);
      await browser.createAccount('ada@example.com');
      names.push(browser.cookieNames());
    }
    expect(names[0]?.some((name) => name.includes('session'))).toBe(true);
    expect(names[0]?.filter((name) => names[1]?.includes(name))).toEqual([]);
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
