import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allServices, ownerOf } from '@marquee/contracts/services';
import { createOutbox } from '@marquee/events/outbox';
import { walletSettings } from '@marquee/festival/testing/wallet-settings';
import { loadConfig } from '@marquee/runtime/config';
import { freePorts } from '@marquee/runtime/free-ports';
import { signingKeyToPem } from '@marquee/runtime/keys';
import type { RunningService } from '@marquee/service/platform';
import { type Member, runServices } from '@marquee/service/run-services';
import { makeSecret, secretsOf } from '@marquee/service/secret';
import { atEnd } from '@marquee/testing/cleanup';
import { viewerKey } from '@marquee/testing/test-keys';
import { type TestPlatform, testPlatform } from '@marquee/testing/test-platform';
import { isHelper } from '../databases.ts';
import { services } from '../services.ts';

/** Time to start all services. */
export const START_MS_MAX = 60_000;

const DAY_MS = 86_400_000;
/** With what the payment provider signs. */
export const PAYMENT_WEBHOOK_SECRET = 'webhook-secret-of-every-method';

const declared = services.filter((service) => service.database && !isHelper(service));

/** Every method of every service with a database, with its full name; a new one is here by being in the contracts. */
export const methods = allServices()
  .filter((service) => declared.some(({ name }) => name === ownerOf(service)))
  .flatMap((service) => service.methods)
  .filter(({ methodKind }) => methodKind === 'unary')
  .map((method) => [`${method.parent.typeName}/${method.name}`, method] as const);

export type Running = RunningService & { platform: TestPlatform; config: Record<string, unknown> };

const running = new Map<string, Running>();

/** The services of this test file. */
export const runningNames = () => [...running.keys()];

/** A service of this test file. */
export function serviceNamed(name: string): Running {
  const found = running.get(name);
  if (!found) throw new Error(`${name} does not run`);
  return found;
}

/** What the imports of a service's rows work with. */
export function resourcesOf(name: string) {
  const { db, clock, signals } = serviceNamed(name).platform;
  return { db, clock, signals, outbox: createOutbox({ clock }) };
}

/** Starts every service with a database, on real databases and one bus, where each finds the others. */
export async function startServices(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-methods-'));
  const ports = await freePorts(declared.length);
  const portOf = (name: string) => ports[declared.findIndex((service) => service.name === name)] ?? 0;
  const addresses = Object.fromEntries(declared.map(({ name }) => [name, `127.0.0.1:${portOf(name)}`]));
  const wallets = walletSettings({ now: new Date() }).settings;
  const members = declared.map(async (service) => {
    const secrets = Object.entries(secretsOf(service.config)).map(([name, kind]) => [
      name,
      kind === 'viewerKey' ? signingKeyToPem(viewerKey) : makeSecret(kind),
    ]);
    const loaded: object = loadConfig(service.config, {
      ...Object.fromEntries(secrets),
      ...{ PATH: process.env.PATH, PUBLIC_URL: 'http://localhost:3000', DEV_INBOX: '1', TRANSCODE_WORKER: '0' },
      OWN_DATA_WORKER: '0',
      ...{ PAYMENT_PROVIDER: 'test', PAYMENT_WEBHOOK_SECRET },
      ...wallets,
      // Messages may be sent again at once.
      SIGN_IN_LIMITS_SCALE: '100',
      ...{ UPLOADS_DIR: join(folder, 'uploads'), SCRATCH_DIR: join(folder, 'scratch') },
    });
    // Rows are compared before and after calls: film sums nothing in between, for longer than the setting allows.
    const config = { ...loaded, FLUSH_INTERVAL_MS: DAY_MS };
    const platform = await testPlatform(service.name, { addresses });
    // Limits of calls have tests of their own, and each would end this walk.
    const rateLimits = { consume: async () => {} };
    return { service, config, platform: { ...platform, rateLimits, port: portOf(service.name) } };
  });
  const ready = await Promise.all(members);
  const started = await runServices(ready satisfies Member[]);
  for (const { service, config, platform } of ready) {
    const server = started.get(service.name);
    if (server) running.set(service.name, { ...server, platform, config });
  }
  // Registered last, so that they end before the databases that they work on.
  atEnd(async () => {
    await started.drain();
    await rm(folder, { recursive: true, force: true });
  });
}
