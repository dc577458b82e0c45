import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import type { MediaTools } from './media-tools.ts';
import type { ChildStarted } from './run-child.ts';

type Found = { tools: MediaTools; warnings: string[] };
type Wanted = { ffmpeg?: string; ffprobe?: string; packager?: string; preset: string; threads: number };

const require = createRequire(import.meta.url);

/** Finds the programs: as configured, else on the path, else the builds of npm, which are for development. */
export function findTools(wanted: Wanted, path: string, onStarted?: ChildStarted): Found {
  const warnings: string[] = [];
  const program = (name: 'ffmpeg' | 'ffprobe', named: string | undefined) => {
    const found = named ?? onPath(name, path);
    if (found) return found;
    const carried = carriedByNpm(name);
    if (!carried) throw new Error(`${name} is not installed: set ${name.toUpperCase()}_PATH or install ffmpeg`);
    warnings.push(`${name} is not installed; using the old build that npm carries, for development only`);
    return carried;
  };
  const tools: MediaTools = {
    ffmpeg: program('ffmpeg', wanted.ffmpeg),
    ffprobe: program('ffprobe', wanted.ffprobe),
    packager: wanted.packager ?? packagerOfNpm(),
    preset: wanted.preset,
    threads: wanted.threads,
    onStarted,
  };
  return { tools, warnings };
}

function onPath(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((candidate) => existsSync(candidate));
}

function packagerOfNpm(): string {
  const folder = join(dirname(require.resolve('shaka-packager/package.json')), 'bin');
  const platform = process.platform === 'darwin' ? 'osx' : process.platform;
  return join(folder, `packager-${platform}-${process.arch}`);
}

function carriedByNpm(name: 'ffmpeg' | 'ffprobe'): string | undefined {
  try {
    return (require(`@${name}-installer/${name}`) as { path: string }).path;
  } catch {
    return undefined;
  }
}
