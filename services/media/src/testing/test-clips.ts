import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findTools } from '../transcode/find-tools.ts';

const run = promisify(execFile);

/** The tools of the machine as tests use them: the quickest encode, one thread. */
export const testTools = () => findTools({ preset: 'ultrafast', threads: 1 }, process.env.PATH ?? '').tools;

/** Clips made by ffmpeg in a folder that `remove` deletes. */
export async function clipFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'clips-'));
  const films = new Map<string, Promise<string>>();
  return {
    folder,
    path: (name: string) => join(folder, name),
    remove: () => rm(folder, { recursive: true, force: true }),
    /** Runs ffmpeg with the arguments and answers the file's path. */
    async make(name: string, ...args: string[]): Promise<string> {
      const path = join(folder, name);
      await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, path]);
      return path;
    },
    /** A moving picture with one tone, 2 s by default. The same is made once. */
    film(name = 'film.mp4', options: { size?: string; seconds?: number; rate?: number } = {}): Promise<string> {
      const { size = '320x180', seconds = 2, rate = 24 } = options;
      const known = films.get(`${name} ${size} ${seconds} ${rate}`);
      if (known) return known;
      const picture = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`];
      const sound = ['-f', 'lavfi', '-i', `sine=440:d=${seconds}`];
      const made = this.make(name, ...picture, ...sound, '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac');
      films.set(`${name} ${size} ${seconds} ${rate}`, made);
      return made;
    },
  };
}
export type ClipFolder = Awaited<ReturnType<typeof clipFolder>>;
