import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckedSource } from './check-source.ts';
import { JPEG_COLOURS, toBt709 } from './colours.ts';
import { inputFile, type MediaTools, memoryFor, SAFE_INPUT } from './media-tools.ts';
import type { VideoTrack } from './probe.ts';
import { runChild } from './run-child.ts';

export const POSTER_CANDIDATES = 3;

const PLACES = [0.15, 0.4, 0.7];
const SIDE_MAX = 1920;
// The most typical of so many frames after each place: rarely a fade, a cut or black.
const FRAMES_WEIGHED = 24;

/** Three stills from different parts of the film, as JPEG files in `folder`, in their order in the film. */
export async function makePosterCandidates(
  tools: MediaTools,
  source: CheckedSource,
  input: string,
  folder: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const { width, height } = source.video;
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height));
  const [w, h] = [Math.max(2, Math.round(width * scale)), Math.max(2, Math.round(height * scale))];
  const paths: string[] = [];
  for (const [index, place] of PLACES.entries()) {
    const path = join(folder, `poster-${index}.jpg`);
    const at = Math.max(0, source.durationS * place);
    const found = await still(tools, { input, at, path, video: source.video, w, h }, signal);
    // A film with few frames may have none behind that place: its first one is shown instead.
    if (!found) await still(tools, { input, at: 0, path, video: source.video, w, h }, signal);
    paths.push(path);
  }
  return paths;
}

type Still = { input: string; at: number; path: string; video: VideoTrack; w: number; h: number };

async function still(tools: MediaTools, { input, at, path, video, w, h }: Still, signal?: AbortSignal) {
  const size = `scale=${w}:${h}:flags=bicubic:${JPEG_COLOURS}`;
  const filters = [...toBt709(video), size, 'setsar=1', `thumbnail=${FRAMES_WEIGHED}`];
  const args = ['-v', 'error', '-nostdin', '-nostats', '-y', ...SAFE_INPUT, '-ss', at.toFixed(3), '-i'];
  args.push(inputFile(input), '-map', `0:${video.index}`, '-vf', filters.join(','));
  args.push('-frames:v', '1', '-q:v', '2', '-pix_fmt', 'yuvj420p', '-f', 'image2', '-update', '1', path);
  await runChild(tools.ffmpeg, args, {
    limits: { timeoutMs: 3 * 60_000, memoryBytes: memoryFor(w * h * 4) },
    signal,
    onStarted: tools.onStarted,
  });
  return stat(path).then(
    () => true,
    () => false,
  );
}
