// `npm run scaled [-- COMMAND …]`: the scaled form on this machine, each process on its own, with a real PostgreSQL,
// Kafka, Redis and S3 store that are gone at its end. Runs until Ctrl-C; with a command, until that has ended, which
// finds the address in MARQUEE_URL.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseVariable } from '@marquee/service/process-config';
import { cleanUp } from '@marquee/testing/cleanup';
import { databaseNames } from '../services.ts';
import { type RealComponents, runMigrations, startComponents } from './components.ts';
import { openScaledForm, PROCESS_NAMES, type ScaledForm } from './processes.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const dir = await mkdtemp(join(tmpdir(), 'marquee-scaled-'));
const [program, ...args] = process.argv.slice(2);

const signalled = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
/** What is to be ended, last begun first: also what a signal finds half-way. */
const ends: (() => Promise<void>)[] = [];

/** Begins something that has to be stopped, and gives it; nothing when a signal came first. */
async function begin<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T | undefined> {
  ends.push(async () => (await starting).stop());
  return unlessSignalled(starting);
}

function unlessSignalled<T>(work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work, signalled.then(() => undefined)]);
}

async function run(): Promise<number> {
  const components = await begin(startComponents(dir));
  if (!components) return 0;
  const environment = {
    TRUSTED_PROXIES: '1',
    SIGN_IN_LIMITS_SCALE: '100',
    X264_PRESET: process.env.X264_PRESET ?? 'veryfast',
    ALLOW_STAFF_WITHOUT_PASSKEY: '1',
  };
  const port = process.env.PORT ? Number(process.env.PORT) : undefined;
  const form = await begin(openScaledForm({ dir, components, environment, port, say }));
  if (!form) return 0;
  const migrated = await unlessSignalled(runMigrations(components));
  if (!migrated) return 0;
  if (migrated.code !== 0) throw new Error(`the migrations failed:\n${migrated.output}`);
  for (const name of PROCESS_NAMES) form.start(name);
  if (!(await unlessSignalled(form.untilReady().then(() => true)))) return 0;
  say(`Marquee is at ${form.url}, its logs in ${join(dir, 'logs')}`);
  if (!program) return signalled.then(() => 0);
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      MARQUEE_URL: form.url,
      MARQUEE_DATA_DIR: dir,
      ...operatorEnvironment(components, form),
    },
  });
  const ended = once(child, 'close').then(([code]) => (code as number | null) ?? 1);
  return Promise.race([ended, signalled.then(() => 0).finally(() => child.kill())]);
}

/** What an operator's own commands find, such as those for staff and for load tests. */
function operatorEnvironment(components: RealComponents, form: ScaledForm): Record<string, string> {
  const urls = databaseNames.map((name) => [databaseVariable(name), components.databaseUrl(name)]);
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
  for (const end of ends.reverse()) await end().catch(() => {});
  await cleanUp();
  if (!process.env.KEEP) await rm(dir, { recursive: true, force: true });
}
process.exit();
