import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Removes the packages in `folder` that none of its workspaces depends on: npm also installs optional peers (such as
 * Prisma's command line and TypeScript). `without` names dependencies to remove as well.
 */
export function prunePackages(folder: string, workspaces: readonly string[], without: readonly string[]): void {
  const top = realpathSync(folder);
  const starts = workspaces.map((workspace) => join(top, workspace));
  const reached = reachedFrom(starts, top, new Set(without));
  for (const start of [top, ...starts]) removeUnreached(join(start, 'node_modules'), reached);
}

function reachedFrom(starts: readonly string[], top: string, without: ReadonlySet<string>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...starts];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    for (const name of dependenciesOf(next)) {
      const found = without.has(name) ? undefined : resolvePackage(name, next, top);
      if (found) waiting.push(found);
    }
  }
  return reached;
}

type Manifest = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/** The dependencies of a package: required, optional and peer ones, without optional peers. */
function dependenciesOf(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
}

/** The folder where Node finds a package. */
function resolvePackage(name: string, from: string, top: string): string | undefined {
  for (let folder = from; folder.startsWith(top); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
  }
  return undefined;
}

function removeUnreached(modules: string, reached: ReadonlySet<string>): void {
  for (const path of packagesIn(modules)) {
    // A link to a workspace may be broken.
    if (!existsSync(path) || !reached.has(realpathSync(path))) rmSync(path, { recursive: true, force: true });
    else if (!lstatSync(path).isSymbolicLink()) removeUnreached(join(path, 'node_modules'), reached);
  }
  // Commands, and npm's own files.
  for (const name of namesIn(modules)) if (name.startsWith('.')) rmSync(join(modules, name), { recursive: true });
}

function packagesIn(modules: string): string[] {
  return namesIn(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => {
      const path = join(modules, name);
      return name.startsWith('@') ? namesIn(path).map((part) => join(path, part)) : [path];
    });
}

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
