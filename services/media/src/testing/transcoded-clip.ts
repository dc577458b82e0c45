import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkSource } from '../transcode/check-source.ts';
import type { MediaTools } from '../transcode/media-tools.ts';
import { transcodeFile } from '../transcode/transcode-file.ts';
import type { ClipFolder } from './test-clips.ts';

const run = promisify(execFile);

/** Checks and transcodes a file. A refused file is an error with its reason. */
export async function transcodedClip(
  tools: MediaTools,
  clips: ClipFolder,
  path: string,
  options: Parameters<typeof transcodeFile>[4] = {},
) {
  const verdict = await checkSource(tools, path);
  if (!verdict.ok) throw new Error(`${verdict.refusal}: ${verdict.detail}`);
  const output = await transcodeFile(tools, verdict.source, path, clips.path('scratch'), options);
  const { folder } = output;
  return {
    ...output,
    source: verdict.source,
    files: await readdir(folder),
    read: (name: string) => readFile(join(folder, name), 'utf8'),
    /** The path of a track put together again, as a player does it. */
    async joined(name: string): Promise<string> {
      const joined = join(folder, `${name}-joined.mp4`);
      const parts = (await readdir(folder)).filter((file) => file.startsWith(`${name}-0`) && file.endsWith('.m4s'));
      const script = 'out=$1; shift; cat "$@" > "$out"';
      await run('sh', ['-c', script, 'sh', joined, `${name}-init.mp4`, ...parts.sort()], { cwd: folder });
      return joined;
    },
  };
}

/** The times of all packets of a file with one track, in seconds, as they are shown. */
export async function packetTimes(path: string): Promise<number[]> {
  const args = ['-v', 'error', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path];
  const { stdout } = await run('ffprobe', args);
  return stdout
    .trim()
    .split('\n')
    .map(Number.parseFloat)
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
}
