// `npm run scaled [-- COMMAND …]`: a scaled site on this machine, each process on its own, with a real PostgreSQL,
// Kafka, Redis and S3 store that are removed when it ends. Runs until Ctrl-C; with a COMMAND, until that ends. The command
// finds the site's address in MARQUEE_URL.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUp } from '@marquee/testing/cleanup';
import { runMigrations, startComponents } from './components.ts';
import { openScaledSite, PROCESS_NAMES } from './processes.ts';
import { runOnSite } from './run-on-site.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const dir = await mkdtemp(join(tmpdir(), 'marquee-scaled-'));
const [program, ...args] = process.argv.slice(2);

const signalled = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
/** What has to be stopped, the last started first, including what is still starting when a signal comes. */
const ends: (() => Promise<void>)[] = [];

/** Starts something that has to be stopped and returns it; undefined after a signal. */
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
  const site = await begin(openScaledSite({ dir, components, environment, port, say }));
  if (!site) return 0;
  const migrated = await unlessSignalled(runMigrations(components));
  if (!migrated) return 0;
  if (migrated.code !== 0) throw new Error(`the migrations failed:\n${migrated.output}`);
  for (const name of PROCESS_NAMES) site.start(name);
  if (!(await unlessSignalled(site.untilReady().then(() => true)))) return 0;
  say(`Marquee is at ${site.url}, its logs in ${join(dir, 'logs')}`);
  if (!program) return signalled.then(() => 0);
  const { child, code } = runOnSite([program, ...args], { dir, site, components });
  return Promise.race([code, signalled.then(() => 0).finally(() => child.kill())]);
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
