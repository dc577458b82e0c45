import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'marquee');
const LOCK_POLL_MS = 200;
const SKIPPED = new Set(['node_modules', 'build', 'dist', '.react-router', '.cache', '.data', 'reports']);

/** An app for browsers: its sources and its output. */
type App = { name: string; folder: string; output: string; sources: string[] };

/** What both apps are built of beside their own folder. */
const SHARED = ['packages/rules/src', 'packages/contracts/src', 'proto'];

const APPS: App[] = [
  { name: 'web', folder: 'web', output: 'web/build', sources: ['web', ...SHARED] },
  { name: 'admin', folder: 'admin', output: 'admin/dist', sources: ['admin', ...SHARED] },
];

/** Builds the apps whose sources changed since the last build. Of two instances one builds and the other waits. */
export async function buildApps(say: (line: string) => void): Promise<void> {
  const release = await takeBuildLock();
  try {
    await buildStale(say);
  } finally {
    release();
  }
}

async function takeBuildLock(): Promise<() => void> {
  mkdirSync(cache, { recursive: true });
  for (;;) {
    const lock = new DatabaseSync(join(cache, 'build.lock'));
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return () => lock.close();
    } catch {
      lock.close();
      await delay(LOCK_POLL_MS);
    }
  }
}

async function buildStale(say: (line: string) => void): Promise<void> {
  // At once: each build has parts that only one core works on.
  await Promise.all(APPS.map((app) => buildIfStale(app, say)));
}

async function buildIfStale(app: App, say: (line: string) => void): Promise<void> {
  if (!existsSync(join(root, app.folder, 'vite.config.ts'))) return;
  const stampFile = join(cache, `built-${app.name}`);
  const hash = await hashOf(app.sources);
  if (existsSync(join(root, app.output)) && read(stampFile) === hash) return;
  say(`Building the ${app.name} app`);
  await build(app);
  writeFileSync(stampFile, hash);
}

async function hashOf(folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(read(join(root, 'package-lock.json')));
  for (const folder of folders) {
    for (const path of await filesBelow(join(root, folder))) hash.update(path).update(await readFile(path));
  }
  return hash.digest('hex');
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (SKIPPED.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) files.push(...(await filesBelow(path)));
    else if (entry.isFile()) files.push(path);
  }
  return files;
}

async function build(app: App): Promise<void> {
  const child = spawn('npm', ['run', 'build', '--silent'], {
    cwd: join(root, app.folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`Building the ${app.name} app failed:\n${output}`);
}

function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
