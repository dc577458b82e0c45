import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bus } from '@marquee/events/bus';
import { postgresLogBus } from '@marquee/events/postgres-log-bus';
import { type Clock, systemClock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';
import { memoryWaitingRooms } from '@marquee/runtime/memory-waiting-rooms';
import { memoryRateLimits, type RateLimits } from '@marquee/runtime/rate-limits';
import { memorySharedCaches } from '@marquee/runtime/shared-caches';
import { memorySignals, type Signals } from '@marquee/runtime/signals';
import { createVerifier } from '@marquee/runtime/verifier';
import type { Platform } from '@marquee/service/platform';
import { diskBlobs } from '@marquee/storage/disk-blobs';
import { atEnd } from './cleanup.ts';
import { recordingLog } from './recording-log.ts';
import { silentLog } from './silent-log.ts';
import { type TestDatabase, testDatabase, testDatabaseUrl } from './test-database.ts';
import { serviceKey, serviceNames, verifierKeys } from './test-keys.ts';

export type TestPlatform = Platform & {
  blobs: NonNullable<Platform['blobs']>;
  db: TestDatabase;
  /** What was logged at info and above, unless the test has a log of its own. */
  said(): string[];
};

export type TestPlatformOptions = {
  clock?: Clock;
  log?: Logger;
  /** The addresses of other services; the others are unavailable. */
  addresses?: Readonly<Record<string, string>>;
  /** The file's one bus by default. */
  bus?: Bus;
  /** Each platform has its own by default, so that services of a test do not share limits. */
  rateLimits?: RateLimits;
};

const NOBODY = '127.0.0.1:1';

const shared: { bus?: Promise<Bus>; signals?: Signals; clock?: Clock } = {};

/** The clock by which clients of this test file sign tokens: that of the latest platform. */
export function testClock(): Clock {
  return shared.clock ?? systemClock;
}

/** The bus of the test file, which its services share: the real Postgres log. */
export function testBus(): Promise<Bus> {
  shared.bus ??= openTestBus();
  return shared.bus;
}

async function openTestBus(): Promise<Bus> {
  const bus = postgresLogBus({ url: await testDatabaseUrl('bus'), log: silentLog });
  atEnd(() => bus.close());
  return bus;
}

/**
 * A platform with everything real: its own migrated database, the Postgres log, blobs in a temporary folder. `db` is a
 * second pool on the same database, for looking at what a test did.
 */
export async function testPlatform(service: string, options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const clock = options.clock ?? systemClock;
  shared.clock = clock;
  shared.signals ??= memorySignals();
  const db = await testDatabase(service);
  const root = await mkdtemp(join(tmpdir(), 'marquee-blobs-'));
  atEnd(() => rm(root, { recursive: true, force: true }));
  const { log, said } = recordingLog();
  const addresses = Object.fromEntries(serviceNames.map((name) => [name, options.addresses?.[name] ?? NOBODY]));
  return {
    db,
    log: options.log ?? log,
    said,
    clock,
    signals: shared.signals,
    rateLimits: options.rateLimits ?? memoryRateLimits(),
    sharedCaches: memorySharedCaches({ clock }),
    waitingRooms: memoryWaitingRooms(),
    bus: options.bus ?? (await testBus()),
    blobs: await diskBlobs({ root }),
    verifier: createVerifier({ ...verifierKeys, clock }),
    serviceKey: serviceKey(service),
    addresses,
    databaseUrl: db.url,
    host: '127.0.0.1',
    port: 0,
  };
}
