// `npm start`: everything in one process, on one folder.

import { setTimeout as delay } from 'node:timers/promises';
import { demoAccounts } from '@marquee/demo/catalogue/people';
import { ConfigError, loadConfig } from '@marquee/runtime/config';
import { claimPort } from '@marquee/runtime/free-ports';
import { createLogger, type Logger } from '@marquee/runtime/log';
import { isLoopback } from '@marquee/runtime/network';
import { runUntilSignal, type Shutdown } from '@marquee/runtime/shutdown';
import { type EmbeddedConfig, embeddedConfigSchema } from './config.ts';
import { type DataDir, DataDirInUseError } from './data-dir.ts';
import { loadServices } from './load-services.ts';
import type { Environment } from './members.ts';
import { openInstance } from './open-instance.ts';
import { openSite } from './open-site.ts';
import type { SeedContext } from './seed-context.ts';
import { buildApps } from './web-build.ts';

const SEED_STOP_MS = 3_000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const development = process.argv.includes('--dev');

async function start(config: EmbeddedConfig, shutdown: Shutdown): Promise<void> {
  // Loaded while PostgreSQL starts: both take about a second.
  const loading = loadServices();
  const apps = development ? Promise.resolve() : buildApps(say);
  for (const early of [loading, apps]) early.catch(() => {});

  const port = await claimPort(config.PORT, config.HOST);
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${port}`;
  const instance = await openInstance(config, shutdown, loading);
  const { dir, log } = instance;
  const services = await loading;
  const own = log.for('embedded');
  const environment = environmentOf(config, publicUrl, dir);
  const { running, members, environments } = await openSite({
    ...{ services, instance, environment, shutdown, port },
    before: apps,
  });
  own.info({ publicUrl, startedInMs: Math.round(performance.now()) }, 'ready');

  say(`\nMarquee is at ${publicUrl}`);
  const inbox = services.find(({ http }) => http?.isForDevelopment)?.name ?? '';
  say(running.get(inbox)?.httpPort === undefined ? '' : `Mail and texts arrive at ${publicUrl}/dev/inbox`);
  if (config.SEED === '1') {
    const platforms = new Map(members.map(({ service, platform }) => [service.name, platform]));
    await startSeed({ platforms, environments, publicUrl, dataDir: dir.root, log: log.for('seed') }, shutdown).catch(
      (err: unknown) => own.error({ err }, 'the demo catalogue could not be started'),
    );
  }
  say(`Data is in ${dir.root}, the log in ${dir.log}`);
}

/** The defaults of an embedded site, for variables that are not set. */
function environmentOf(config: EmbeddedConfig, publicUrl: string, dir: DataDir): Environment {
  const devInbox = config.DEV_INBOX ?? (config.SMTP_URL ? '0' : '1');
  return {
    ...process.env,
    HOST: config.HOST,
    PUBLIC_URL: publicUrl,
    // On a network staff need a passkey.
    ALLOW_STAFF_WITHOUT_PASSKEY: isLoopback(config.HOST) ? '1' : '0',
    DEV_INBOX: devInbox,
    // The inbox takes text messages; no mail server does.
    INVITATION_TEXTS: devInbox,
    // Where messages stay on this machine, money does too.
    PAYMENT_PROVIDER: process.env.PAYMENT_PROVIDER ?? (devInbox === '1' && isLoopback(config.HOST) ? 'test' : ''),
    UPLOADS_DIR: dir.uploads,
    SCRATCH_DIR: dir.scratch,
    WEB_DEVELOPMENT: development ? '1' : '0',
  };
}

/** Makes the demo catalogue in the background of a running site. */
async function startSeed(context: Omit<SeedContext, 'signal'>, shutdown: Shutdown): Promise<void> {
  say('Demo accounts (sign in with the mail address; the link arrives in the inbox):');
  for (const { email, what } of demoAccounts) say(`  ${email.padEnd(28)} ${what}`);
  const { seed } = await import('./seed.ts');
  const stopping = new AbortController();
  const seeding = seed({ ...context, signal: stopping.signal }).catch((err: unknown) => {
    if (!stopping.signal.aborted)
      context.log.error({ err }, 'the demo catalogue is incomplete; the next start resumes it');
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
    reportError(error);
    return undefined;
  }
}

/** Prints one line for errors that the person can fix, and a stack trace for all others. */
function reportError(error: unknown): void {
  const known = error instanceof ConfigError || error instanceof DataDirInUseError;
  process.stderr.write(`${known ? `Cannot start: ${error.message}` : ((error as Error).stack ?? String(error))}\n`);
}

/** For errors while stopping; the services log to the file. */
function shutdownLog(): Logger {
  return createLogger({ service: 'embedded', level: 'error', destination: process.stderr });
}

const config = readConfig();
if (!config) process.exit(1);
await runUntilSignal(shutdownLog(), async (shutdown) => {
  try {
    await start(config, shutdown);
  } catch (error) {
    reportError(error);
    throw error;
  }
});
