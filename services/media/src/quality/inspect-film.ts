import type { CheckedSource } from '../transcode/check-source.ts';
import { soundFilters } from '../transcode/encode.ts';
import { type Measured, measurePackets } from '../transcode/measure-packets.ts';
import { inputFile, type MediaTools, memoryFor, SAFE_INPUT } from '../transcode/media-tools.ts';
import { runChild } from '../transcode/run-child.ts';
import { type Inspected, readInspection } from './read-inspection.ts';

/** What one look through a whole file measured; times in seconds. */
export type Inspection = Inspected & {
  packets: Measured;
  /** The size, with square pixels, in which the picture was looked at. */
  seen: { width: number; height: number };
};

// Nothing that a viewer notices is shorter than a quarter of a second or finer than this.
export const SAMPLES_PER_S = 4;
const LONG_SIDE = 640;
const BLACK_S_MIN = 2;
const SILENCE_S_MIN = 5;
const INSPECTION_TIMES_REAL_TIME = 4;

type InspectOptions = { signal?: AbortSignal | undefined; onProgress?: ((percent: number) => void) | undefined };

/** Decodes the film once, the picture in a small size, and measures what `judgeQuality` and `planGain` go by. */
export async function inspectFilm(
  tools: MediaTools,
  source: CheckedSource,
  path: string,
  { signal, onProgress }: InspectOptions = {},
): Promise<Inspection> {
  const packets = await measurePackets(tools, path, source, signal);
  const seen = smallSize(source.video);
  const inspection = readInspection(source.audio.length);
  const { width, height } = source.video;
  await runChild(tools.ffmpeg, inspectArguments(tools, source, path, seen), {
    limits: { timeoutMs: timeoutMs(source), memoryBytes: memoryFor(width * height) },
    signal,
    onStarted: tools.onStarted,
    onErrorLine: inspection.onLine,
    onLine: (line) => {
      const at = /^out_time_us=(\d+)$/.exec(line);
      if (at) onProgress?.(Math.min(100, Number(at[1]) / 10_000 / source.durationS));
    },
  });
  return { ...inspection.inspected(), packets, seen };
}

function inspectArguments(
  tools: MediaTools,
  source: CheckedSource,
  path: string,
  { width, height }: Inspection['seen'],
): string[] {
  const picture = [
    // Needs every line of every frame; the rest does not.
    'idet',
    `fps=${SAMPLES_PER_S}`,
    // blackdetect counts until the last picture's beginning: one more counts its time as well.
    'tpad=stop=1:stop_mode=clone',
    `scale=${width}:${height}:flags=area:out_range=tv,setsar=1,format=yuv420p`,
    // A line of credits is enough not to be black, and so is a night that can be made out.
    `blackdetect=d=${Math.min(BLACK_S_MIN, source.durationS / 2)}:picture_black_ratio_th=0.999:pixel_black_th=0.05`,
    // The area that is ever used: one bright scene says where the bars are.
    'cropdetect=limit=30:round=2:skip=0:reset=0',
  ];
  const graphs = [`[0:${source.video.index}]${picture.join(',')}[picture]`];
  for (const [index, track] of source.audio.entries()) {
    const sound = [
      `astats@${index}=measure_perchannel=none:measure_overall=Peak_level+Flat_factor`,
      // As it is encoded: what is measured is what viewers hear.
      soundFilters(track),
      `aformat=channel_layouts=${track.channels === 1 ? 'mono' : 'stereo'}`,
      // The main track stands for the film; others may have pauses, such as descriptions for blind viewers.
      ...(index === 0 ? [`silencedetect=noise=-70dB:duration=${SILENCE_S_MIN}:mono=0`] : []),
      `ebur128@${index}=peak=true:dualmono=true:framelog=${index === 0 ? 'info' : 'verbose'}`,
    ];
    graphs.push(`[0:${track.index}]${sound.join(',')}[sound${index}]`);
  }
  const threads = tools.threads > 0 ? ['-threads', String(tools.threads)] : [];
  const args = ['-hide_banner', '-nostdin', '-nostats', '-progress', 'pipe:1', '-loglevel', 'repeat+level+info'];
  args.push(...threads, ...SAFE_INPUT, '-i', inputFile(path), '-filter_complex', graphs.join(';'));
  for (const name of ['picture', ...source.audio.map((_, index) => `sound${index}`)]) {
    args.push('-map', `[${name}]`, '-f', 'null', '-');
  }
  return args;
}

function smallSize({ width, height }: CheckedSource['video']): Inspection['seen'] {
  const scale = Math.min(1, LONG_SIDE / Math.max(width, height));
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

function timeoutMs({ durationS, video }: CheckedSource): number {
  const weight = Math.max(1, (video.width * video.height) / (1920 * 1080));
  return 5 * 60_000 + durationS * 1000 * INSPECTION_TIMES_REAL_TIME * weight;
}
