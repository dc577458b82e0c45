// @inputs deploy gateway packages services
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { openDatabase } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { createOutbox, domainEvent } from '@marquee/events/outbox';
import { systemClock } from '@marquee/runtime/clock';
import { ConfigError } from '@marquee/runtime/config';
import { freePorts } from '@marquee/runtime/free-ports';
import { createShutdown } from '@marquee/runtime/shutdown';
import { eventually } from '@marquee/testing/eventually';
import { silentLog } from '@marquee/testing/silent-log';
import { isHelper } from '../databases.ts';
import { openInstance } from '../embedded/open-instance.ts';
import { openSite, type Site } from '../embedded/open-site.ts';
import { openScaledSite } from '../scaled/processes.ts';
import { services } from '../services.ts';
import { guestbook } from './testing/fifth-service/service.ts';

const TEST_MS_MAX = 120_000;
const WAIT_MS_MAX = 30_000;
// Without the gateway, whose pages would have to be built.
const five = [...services.filter(({ release }) => !release.isPublic), guestbook];
const shutdown = createShutdown(silentLog);
let dir: string;
let site: Site;
let openEmbedded: (changes?: Record<string, string>) => Promise<Site>;
let databaseUrl: (name: string) => string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'marquee-fifth-'));
  const embedded = five.filter((service) => !isHelper(service));
  const config = { DATA_DIR: join(dir, 'data'), LOG_LEVEL: 'info' } as const;
  const instance = await openInstance(config, shutdown, Promise.resolve(embedded));
  databaseUrl = instance.databases.url;
  const environment = {
    PUBLIC_URL: 'http://localhost:1',
    DEV_INBOX: '1',
    UPLOADS_DIR: instance.dir.uploads,
    SCRATCH_DIR: instance.dir.scratch,
    PATH: process.env.PATH,
  };
  openEmbedded = (changes) =>
    openSite({ services: embedded, instance, environment: { ...environment, ...changes }, shutdown, port: 0 });
  site = await openEmbedded();
}, TEST_MS_MAX);

afterAll(async () => {
  await shutdown.run();
  await rm(dir, { recursive: true, force: true });
}, TEST_MS_MAX);

async function bookAt(port: number | undefined): Promise<{ guests: string[]; identity: string }> {
  return (await fetch(`http://127.0.0.1:${port}/`)).json() as Promise<{ guests: string[]; identity: string }>;
}

test(
  'an embedded site has a declared service: its database, its secret, its call, its HTTP, and the events it consumes',
  async () => {
    const port = site.running.get('guestbook')?.httpPort;
    expect(await bookAt(port)).toEqual({ guests: [], identity: 'Unauthenticated' });
    expect(site.environments.get('guestbook')?.GUESTBOOK_KEY).toMatch(/^[\w+/]{43}=$/);

    const id = newId();
    const db = openDatabase({ url: databaseUrl('identity'), log: silentLog, applicationName: 'test' });
    const event = domainEvent(ProfileChangedSchema, { person: { id } }, { type: 'account', id, version: 1n });
    await db.transaction((tx) => createOutbox({ clock: systemClock }).append(tx, event));
    await db.close();
    await eventually(async () => expect((await bookAt(port)).guests).toEqual([id]), WAIT_MS_MAX);
  },
  TEST_MS_MAX,
);

test('an embedded site is refused for a program and a folder that are not there, before it starts anything', async () => {
  const wrong = openEmbedded({ FFMPEG_PATH: '/nowhere/ffmpeg', SCRATCH_DIR: '/dev/null/scratch' });
  await expect(wrong).rejects.toEqual(
    new ConfigError(
      'FFMPEG_PATH: /nowhere/ffmpeg cannot be run (ENOENT); ' +
        'SCRATCH_DIR: the folder /dev/null/scratch cannot be made or written (ENOTDIR)',
    ),
  );
  const config = { DATA_DIR: '/proc/marquee', LOG_LEVEL: 'info' } as const;
  await expect(openInstance(config, shutdown, Promise.resolve([]))).rejects.toEqual(
    new ConfigError('DATA_DIR: the folder /proc/marquee cannot be made or written (ENOENT)'),
  );
});

test(
  'a scaled site runs a declared service as a process, which is ready with its migrated database and has metrics',
  async () => {
    const [port = 0] = await freePorts(1);
    const scaled = await openScaledSite({
      dir: join(dir, 'scaled'),
      services: five,
      components: { databaseUrl, environment: { DATABASE_URL_BUS: databaseUrl('bus') } },
      processEnvironment: { guestbook: { GUESTBOOK_HTTP_PORT: String(port) } },
    });
    try {
      scaled.start('guestbook');
      await scaled.untilReady(['guestbook']);
      // No other process was started, so identity is unavailable.
      expect((await bookAt(port)).identity).toBe('Unavailable');
      const { text } = await scaled.probe('guestbook', '/metrics');
      expect(text).toMatch(/^process_start_time_seconds\{service="guestbook"\} /m);
      expect(await scaled.end('guestbook')).toBe(0);
    } finally {
      await scaled.stop();
    }
  },
  TEST_MS_MAX,
);
