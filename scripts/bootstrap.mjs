// Runs before start, dev, test and check, on any Node from 18: installs what is missing, generates what is stale.
// Plain JavaScript without dependencies; a quick no-op when everything is fresh.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const lockfile = join(root, 'package-lock.json');
const stampFile = join(modules, '.cache', 'marquee', 'installed');

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

function writeStamp(hash) {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, hash);
}

// npm's record of the installed packages has every package of the lockfile except those for other platforms. Their folders
// are checked too: a package that was removed by hand, or by an interrupted copy, is still in the record.
function matchesLockfile(lockText) {
  const installedText = read(join(modules, '.package-lock.json'));
  if (!installedText) return false;
  const installed = JSON.parse(installedText).packages;
  return Object.entries(JSON.parse(lockText).packages).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/') || wanted.link) return true;
    const found = installed[path];
    if (!found) return Boolean(wanted.optional || wanted.peer || wanted.devOptional);
    return found.version === wanted.version && existsSync(join(root, path));
  });
}

const QUIETLY = ['--no-audit', '--no-fund', '--loglevel=error'];
const npmItself = process.env.npm_execpath;

// npm leaves out optional packages that do not name the Node that runs it, native bindings among them: what is
// installed is meant for the Node of the lockfile, so npm runs on that one. Undefined when that is not installed.
function nodeOfLockfile() {
  const { version } = JSON.parse(read(lockfile)).packages['node_modules/node'];
  if (process.versions.node.split('.')[0] === version.split('.')[0]) return process.execPath;
  if (!npmItself || process.platform !== 'linux') return undefined;
  const name = `node-linux-${process.arch}`;
  const folder = join(modules, '.cache', 'marquee', 'node');
  const program = join(folder, 'node_modules', name, 'bin', 'node');
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-package-lock', `${name}@${version}`];
    spawnSync(process.execPath, [npmItself, ...args, ...QUIETLY], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return existsSync(program) ? program : undefined;
}

function npm(...args) {
  const node = nodeOfLockfile();
  const [program, ...first] = node && npmItself ? [node, npmItself] : ['npm'];
  const result = spawnSync(program, [...first, ...args, ...QUIETLY], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `${node ? `${dirname(node)}${delimiter}` : ''}${process.env.PATH}` },
  });
  if (result.error) fail(`npm could not be run: ${result.error.message}`);
  if (result.status !== 0) fail('Installing the dependencies failed; npm says why above.');
}

// Only the packages that package.json approves run install scripts, whatever the default of this npm is.
function install() {
  console.log('Installing dependencies. The first time takes a minute or two.');
  // Not `npm ci`: it refuses a lockfile that does not name the binaries of platforms that its writer could not fetch.
  npm('install', '--no-save', '--ignore-scripts');
  const approved = Object.entries(JSON.parse(read(join(root, 'package.json'))).allowScripts)
    .filter(([name, allowed]) => allowed && existsSync(join(modules, name)))
    .map(([name]) => name);
  npm('rebuild', ...approved);
}

// A new workspace needs only a link.
function linkWorkspaces(lockText) {
  for (const [name, { link, resolved }] of Object.entries(JSON.parse(lockText).packages)) {
    const path = join(root, name);
    if (!link || existsSync(path)) continue;
    rmSync(path, { force: true });
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(relative(dirname(path), join(root, resolved)), path, 'dir');
  }
}

function ensureInstalled() {
  const lockText = read(lockfile);
  if (!lockText) fail('package-lock.json is missing: this is not a complete checkout.');
  const hash = createHash('sha256').update(lockText).digest('hex');
  if (read(stampFile) === hash && existsSync(join(modules, '.bin', 'node'))) return;
  if (!matchesLockfile(lockText)) install();
  linkWorkspaces(lockText);
  writeStamp(hash);
}

const [major] = process.versions.node.split('.').map(Number);
if (major < 18) fail(`Node ${process.versions.node} is too old to install from: any Node from 18 works.`);

ensureInstalled();
const { staleUnits } = await import('./generated.mjs');
if (staleUnits().length > 0) {
  const generated = spawnSync(join(modules, '.bin', 'node'), [join(root, 'scripts', 'generate.mjs')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (generated.status !== 0) fail('Generating failed; the reason is above.');
}
