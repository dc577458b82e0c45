import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { type ProgramCheck, programCheck } from '@marquee/service/setting-checks';
import type { BoundCheck } from '@marquee/service/start-checks';
import type { MediaConfig } from '../config.ts';
import type { MediaTools } from './media-tools.ts';
import type { ChildStarted } from './run-child.ts';

type Installed = 'ffmpeg' | 'ffprobe';
type Found = { tools: MediaTools; warnings: string[] };
type Wanted = { ffmpeg?: string; ffprobe?: string; packager?: string; preset: string; threads: number };

const require = createRequire(import.meta.url);

/** Finds the programs: as configured, else on the path, else the builds of npm, which are for development. */
export function findTools(wanted: Wanted, path: string, onStarted?: ChildStarted): Found {
  const warnings: string[] = [];
  const program = (name: Installed, named: string | undefined) => {
    const { program, isCarried } = findProgram(name, named, path);
    if (isCarried)
      warnings.push(`${name} is not installed; using the old build that npm carries, for development only`);
    return program;
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

/** @throws Error when it is nowhere */
function findProgram(
  name: Installed,
  named: string | undefined,
  path: string,
): { program: string; isCarried: boolean } {
  const found = named ?? onPath(name, path);
  if (found) return { program: found, isCarried: false };
  const carried = carriedByNpm(name);
  if (!carried) throw new Error(`${name} is not installed: set ${name.toUpperCase()}_PATH or install ffmpeg`);
  return { program: carried, isCarried: true };
}

type ToolConfig = Pick<MediaConfig, 'FFMPEG_PATH' | 'FFPROBE_PATH' | 'PACKAGER_PATH' | 'PATH'>;

/** Each program runs, and is the one that it should be. */
export const toolChecks: readonly ProgramCheck<ToolConfig>[] = [
  programCheck('FFMPEG_PATH', {
    programOf: ({ FFMPEG_PATH, PATH }) => findProgram('ffmpeg', FFMPEG_PATH, PATH).program,
    args: ['-version'],
    says: /^ffmpeg version/,
  }),
  programCheck('FFPROBE_PATH', {
    programOf: ({ FFPROBE_PATH, PATH }) => findProgram('ffprobe', FFPROBE_PATH, PATH).program,
    args: ['-version'],
    says: /^ffprobe version/,
  }),
  programCheck('PACKAGER_PATH', {
    programOf: ({ PACKAGER_PATH }) => PACKAGER_PATH ?? packagerOfNpm(),
    args: ['--version'],
    says: /^packager version/,
  }),
];

/** The same for a process that is no service. */
export const boundToolChecks = (config: ToolConfig): BoundCheck[] =>
  toolChecks.map((tool) => ({ setting: tool.setting, ifWrong: tool.ifWrong, check: () => tool.check(config) }));

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

function carriedByNpm(name: Installed): string | undefined {
  try {
    return (require(`@${name}-installer/${name}`) as { path: string }).path;
  } catch {
    return undefined;
  }
}
