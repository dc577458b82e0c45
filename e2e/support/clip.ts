import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type ClipOptions = { seconds: number; width?: number; height?: number; fps?: number };

/** A film with moving picture and sound, made by ffmpeg. */
export async function makeClip(
  path: string,
  { seconds, width = 1280, height = 720, fps = 24 }: ClipOptions,
): Promise<string> {
  await run(
    'ffmpeg',
    [
      ...['-hide_banner', '-loglevel', 'error', '-y'],
      ...['-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=${fps}:duration=${seconds}`],
      ...['-f', 'lavfi', '-i', `sine=frequency=330:sample_rate=48000:duration=${seconds}`],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', String(fps * 2)],
      ...['-c:a', 'aac', '-b:a', '96k', '-shortest', '-movflags', '+faststart', path],
    ],
    { maxBuffer: 1 << 24 },
  );
  return path;
}

/** A still picture, made by ffmpeg. */
export async function makePicture(path: string, width: number, height: number): Promise<string> {
  const source = `mandelbrot=size=${width}x${height}:rate=1`;
  await run('ffmpeg', [
    '-hide_banner',
    '-loglevel',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    source,
    '-frames:v',
    '1',
    path,
  ]);
  return path;
}
