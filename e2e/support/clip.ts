import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const quiet = ['-hide_banner', '-loglevel', 'error', '-y'];

export type ClipOptions = {
  seconds: number;
  width?: number;
  height?: number;
  fps?: number;
  /** Of its sounds, as ISO 639-2; one without a language by default. */
  languages?: string[];
  /** Which of them also say what is seen. */
  described?: number[];
};

/** A film with moving picture and sound, made by ffmpeg; the same again is taken from the run before. */
export function makeClip(options: ClipOptions): Promise<string> {
  const { seconds, width = 1280, height = 720, fps = 24, languages = [], described = [] } = options;
  const named = languages.flatMap((language, at) => ['-map', '1:a', `-metadata:s:a:${at}`, `language=${language}`]);
  for (const at of described) named.push(`-disposition:a:${at}`, 'visual_impaired');
  const sounds = [...languages, ...described].join('-');
  return kept(`clip-${width}x${height}-${fps}-${seconds}s${sounds}.mp4`, [
    ...['-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=${fps}:duration=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=330:sample_rate=48000:duration=${seconds}`],
    ...(named.length > 0 ? ['-map', '0:v', ...named] : []),
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', String(fps * 2)],
    ...['-c:a', 'aac', '-b:a', '96k', '-shortest', '-movflags', '+faststart'],
  ]);
}

/** A still picture, made by ffmpeg. */
export function makePicture(width: number, height: number): Promise<string> {
  const source = `mandelbrot=size=${width}x${height}:rate=1`;
  return kept(`picture-${width}x${height}.png`, ['-f', 'lavfi', '-i', source, '-frames:v', '1']);
}

async function kept(name: string, how: string[]): Promise<string> {
  const folder = join(tmpdir(), 'marquee-e2e-clips');
  const path = join(folder, name);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  const made = join(folder, `${process.pid}-${name}`);
  await run('ffmpeg', [...quiet, ...how, made], { maxBuffer: 1 << 24 });
  await rename(made, path);
  return path;
}
