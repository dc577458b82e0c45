// `npm start`: everything in one process, on one folder.
import { setTimeout as delay } from 'node:timers/promises';
import { demoAccounts } from '@marquee/demo/catalogue/people';
import { postgresLogBus } from '@marquee/events/postgres-log-bus';
import { ConfigError, loadConfig } from '@marquee/runtime/config';
import { claimPort, freePorts } from '@marquee/runtime/free-ports';
import { signingKeyToPem } from '@marquee/runtime/keys';
import { createLogger, type Logger } from '@marquee/runtime/log';
import { SERVICE_NAMES } from '@marquee/service/platform';
import { runUntilSignal, type Shutdown } from '@marquee/runtime/shutdown';
import { memorySignals } from '@marquee/runtime/signals';
import { diskBlobs } from '@marquee/storage/disk-blobs';
import { type EmbeddedConfig, embeddedConfigSchema } from './config.ts';
import { DataDirInUseError } from './data-dir.ts';
import { openInstance } from './open-instance.ts';
import { createPlatforms } from './platforms.ts';
import type { SeedContext } from './seed-context.ts';
import { serviceEnvironments } from './service-environments.ts';
import { buildApps } from './web-build.ts';

const SEED_STOP_MS = 3_000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const development = process.argv.includes('--dev');

async function start(config: EmbeddedConfig, shutdown: Shutdown): Promise<void> {
  // Read while PostgreSQL starts: both take about a second.
  const parts = import('./instance.ts');
  const apps = development ? Promise.resolve() : buildApps(say);
  for (const early of [parts, apps]) early.catch(() => {});

  const port = await claimPort(config.PORT, config.HOST);
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${port}`;
  const { dir, log, keys, databases } = await openInstance(config, shutdown);
  const environments = serviceEnvironments({
    env: process.env,
    config,
    publicUrl,
    dir,
    keys,
    viewerKeyPem: signingKeyToPem(keys.viewer),
  });
  const { readConfigs, startServices, startFront } = await parts;
  const configs = readConfigs(environments);

  const bus = postgresLogBus({ url: databases.url('bus'), log: log.for('bus') });
  shutdown.onShutdown('bus', () => bus.close());
  const own = log.for('embedded');
  const platforms = createPlatforms({
    keys,
    bus,
    blobs: await diskBlobs({ root: dir.blobs, sweep: true }),
    signals: memorySignals({ onError: (err) => own.error({ err }, 'a listener to signals failed') }),
    databaseUrl: (name) => databases.url(name),
    ports: await freePorts(SERVICE_NAMES.length),
    logFor: log.for,
  });
  const services = await startServices(configs, platforms, shutdown);
  await apps;
  const front = await startFront({
    environment: { ...process.env, PUBLIC_URL: publicUrl, WEB_DEVELOPMENT: development ? '1' : '0' },
    host: config.HOST,
    port,
    services,
    platform: platforms.gateway,
  });
  shutdown.onShutdown('gateway', () => front.drain());
  own.info({ publicUrl, startedInMs: Math.round(performance.now()) }, 'ready');

  say(`\nMarquee is at ${publicUrl}`);
  say(services.notification.httpPort === undefined ? '' : `Mail and texts arrive at ${publicUrl}/dev/inbox`);
  if (config.SEED === '1') {
    await startSeed({ platforms, environments, publicUrl, dataDir: dir.root, log: log.for('seed') }, shutdown).catch(
      (err: unknown) => own.error({ err }, 'the demo catalogue could not be begun'),
    );
  }
  say(`Data is in ${dir.root}, the log in ${dir.log}`);
}

/** The demo catalogue appears behind a running site. */
async function startSeed(context: Omit<SeedContext, 'signal'>, shutdown: Shutdown): Promise<void> {
  say('Demo accounts (sign in with the mail address; the link arrives in the inbox):');
  for (const { email, what } of demoAccounts) say(`  ${email.padEnd(28)} ${what}`);
  const { seed } = await import('./seed.ts');
  const stopping = new AbortController();
  const seeding = seed({ ...context, signal: stopping.signal }).catch((err: unknown) => {
    if (!stopping.signal.aborted)
      context.log.error({ err }, 'the demo catalogue is incomplete; the next start goes on');
  });
  shutdown.onShutdown('seed', async () => {
    stopping.abort();
    await Promise.race([seeding, delay(SEED_STOP_MS)]);
  });
}

function readConfig(): EmbeddedConfig | undefined {
  try {
    return loadConfig(embeddedConfigSchema, process.env);
  } catch (error) {
    complain(error);
    return undefined;
  }
}

/** What a person can mend is said in a line; anything else shows where it comes from. */
function complain(error: unknown): void {
  const known = error instanceof ConfigError || error instanceof DataDirInUseError;
  process.stderr.write(`${known ? `Cannot start: ${error.message}` : ((error as Error).stack ?? String(error))}\n`);
}

/** Only what goes wrong while stopping; the services log to the file. */
function shutdownLog(): Logger {
  return createLogger({ service: 'embedded', level: 'error', destination: process.stderr });
}

const config = readConfig();
if (!config) process.exit(1);
await runUntilSignal(shutdownLog(), async (shutdown) => {
  try {
    await start(config, shutdown);
  } catch (error) {
    complain(error);
    throw error;
  }
});
