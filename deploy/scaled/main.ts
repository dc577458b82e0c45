// `npm run scaled [-- COMMAND …]`: the scaled form on this machine, each process on its own, with a real PostgreSQL,
// Kafka, Redis and S3 store that are gone at its end. Runs until Ctrl-C; with a command, until that has ended, which
// finds the address in MARQUEE_URL.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@marquee/runtime/platform';
import { cleanUp } from '@marquee/testing/cleanup';
import { runMigrations, startComponents } from './components.ts';
import { openScaledForm, PROCESS_NAMES } from './processes.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const dir = await mkdtemp(join(tmpdir(), 'marquee-scaled-'));
const [program, ...args] = process.argv.slice(2);

const components = await startComponents(dir);
const form = await openScaledForm({
  dir,
  components,
  environment: {
    TRUSTED_PROXIES: '1',
    SIGN_IN_LIMITS_SCALE: '100',
    X264_PRESET: process.env.X264_PRESET ?? 'veryfast',
    ALLOW_STAFF_WITHOUT_PASSKEY: '1',
  },
  port: process.env.PORT ? Number(process.env.PORT) : undefined,
  say,
});

async function stop(): Promise<void> {
  await form.stop();
  await components.stop();
  await cleanUp();
  if (!process.env.KEEP) await rm(dir, { recursive: true, force: true });
}

async function run(): Promise<number> {
  const migrated = await runMigrations(components);
  if (migrated.code !== 0) throw new Error(`the migrations failed:\n${migrated.output}`);
  for (const name of PROCESS_NAMES) form.start(name);
  await form.untilReady();
  say(`Marquee is at ${form.url}, its logs in ${join(dir, 'logs')}`);
  const signalled = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]).then(() => 0);
  if (!program) return signalled;
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      MARQUEE_URL: form.url,
      MARQUEE_DATA_DIR: dir,
      ...operatorEnvironment(),
    },
  });
  const ended = once(child, 'close').then(([code]) => (code as number | null) ?? 1);
  return Promise.race([ended, signalled.finally(() => child.kill())]);
}

/** What an operator's own commands find, such as those for staff and for load tests. */
function operatorEnvironment(): Record<string, string> {
  const urls = SERVICE_NAMES.map((name) => [`DATABASE_URL_${name.toUpperCase()}`, components.databaseUrl(name)]);
  const hashKey = join(dir, 'keys', 'identity', 'CHALLENGE_HASH_KEY');
  const METRICS_URLS = PROCESS_NAMES.map((name) => form.probeUrl(name, '/metrics')).join(',');
  return { ...components.environment, ...Object.fromEntries(urls), CHALLENGE_HASH_KEY_FILE: hashKey, METRICS_URLS };
}

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
} finally {
  await stop();
}
process.exit();
