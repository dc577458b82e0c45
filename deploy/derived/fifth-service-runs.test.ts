import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { openDatabase } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { createOutbox, domainEvent } from '@marquee/events/outbox';
import { systemClock } from '@marquee/runtime/clock';
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
// Without what serves pages, which would have to be built first.
const five = [...services.filter(({ release }) => !release.isPublic), guestbook];
const shutdown = createShutdown(silentLog);
let dir: string;
let site: Site;
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
  site = await openSite({ services: embedded, instance, environment, shutdown, port: 0 });
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

test(
  'a scaled site runs a declared service as a process of its own, ready on its migrated database and watched',
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
      // No other process was started: it serves without identity.
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
