import { join } from 'node:path';
import type { CheckedSource } from './check-source.ts';
import { BT709_TAGS, toBt709 } from './colours.ts';
import { type LadderMode, planLadder, planTiming, type RenditionPlan, type Timing } from './ladder.ts';
import { inputFile, type MediaTools, memoryFor, SAFE_INPUT } from './media-tools.ts';
import type { AudioTrack } from './probe.ts';
import { runChild } from './run-child.ts';

export type EncodePlan = { source: CheckedSource; renditions: RenditionPlan[]; timing: Timing; audio: AudioPlan[] };
export type AudioPlan = {
  track: AudioTrack;
  name: string;
  channels: 1 | 2;
  bitRate: number;
  /** By how many decibels it is raised. */
  gain: number;
};

export type EncodedFiles = {
  video: { plan: RenditionPlan; path: string }[];
  audio: { plan: AudioPlan; path: string }[];
};

/** `gains`: decibels for each sound track of the source, 0 where none is given. */
export function planEncode(
  source: CheckedSource,
  mode: LadderMode = 'full',
  gains: readonly number[] = [],
): EncodePlan {
  const audio = source.audio.map((track, index): AudioPlan => {
    const isMono = track.channels === 1;
    const gain = gains[index] ?? 0;
    return { track, name: `audio-${index}`, channels: isMono ? 1 : 2, bitRate: isMono ? 80_000 : 128_000, gain };
  });
  return { source, renditions: planLadder(source.video, mode, source.sample), timing: planTiming(source), audio };
}

/** One command that decodes once and encodes everything: pictures and sound, each into a fragmented file of its own. */
export function encodeArguments(plan: EncodePlan, tools: MediaTools, input: string, folder: string) {
  const files: EncodedFiles = {
    video: plan.renditions.map((rendition) => ({ plan: rendition, path: join(folder, `video-${rendition.name}.mp4`) })),
    audio: plan.audio.map((audio) => ({ plan: audio, path: join(folder, `${audio.name}.mp4`) })),
  };
  const args = ['-v', 'error', '-nostdin', '-nostats', '-y', '-progress', 'pipe:1', ...threads(tools)];
  args.push(...SAFE_INPUT, '-i', inputFile(input), '-filter_complex', pictureFilters(plan));
  args.push('-filter_complex_threads', String(tools.threads));
  for (const { plan: rendition, path } of files.video) args.push(...pictureOutput(plan, rendition, tools), path);
  for (const { plan: audio, path } of files.audio) args.push(...soundOutput(audio), path);
  return { args, files };
}

/**
 * Runs the encode. `onProgress` gets percents, rising. The time limit follows from the length: even 2160p on one slow
 * core stays under it, while a child that hangs does not block the queue for long.
 */
export async function encode(
  tools: MediaTools,
  plan: EncodePlan,
  input: string,
  folder: string,
  options: { signal?: AbortSignal; onProgress?: (percent: number) => void } = {},
): Promise<EncodedFiles> {
  const { args, files } = encodeArguments(plan, tools, input, folder);
  const { width, height } = plan.source.video;
  await runChild(tools.ffmpeg, args, {
    limits: { timeoutMs: encodeTimeoutMs(plan.source), memoryBytes: memoryFor(width * height) },
    signal: options.signal,
    onStarted: tools.onStarted,
    onLine: (line) => {
      const percent = readProgress(line, plan.source.durationS);
      if (percent !== undefined) options.onProgress?.(percent);
    },
  });
  return files;
}

const ENCODE_TIMES_REAL_TIME = 20;
function encodeTimeoutMs({ durationS, video }: CheckedSource): number {
  const weight = Math.max(1, (video.width * video.height) / (1920 * 1080));
  return 5 * 60_000 + durationS * 1000 * ENCODE_TIMES_REAL_TIME * weight;
}

/** 'out_time_us=2500000' of a film of 10 s is 25. */
export function readProgress(line: string, durationS: number): number | undefined {
  const match = /^out_time_us=(\d+)$/.exec(line);
  if (!match || durationS <= 0) return undefined;
  return Math.min(100, Math.floor(Number(match[1]) / 10_000 / durationS));
}

/** Rotation is applied by ffmpeg itself before the graph; sizes are as seen, so a stretched pixel becomes square. */
function pictureFilters({ source, renditions, timing }: EncodePlan): string {
  const common = [
    ...pictureChain(source, timing),
    // The last picture stays until the sound ends, and rounding adds no frame.
    'tpad=stop=-1:stop_mode=clone',
    `trim=end_frame=${timing.frames}`,
  ];
  const inputs = renditions.map((_, index) => `[s${index}]`).join('');
  const head = `[0:${source.video.index}]${common.join(',')},split=${renditions.length}${inputs}`;
  const scaled = renditions.map(
    ({ width, height }, index) =>
      `[s${index}]scale=${width}:${height}:flags=bicubic:out_range=tv,setsar=1,format=yuv420p[v${index}]`,
  );
  return [head, ...scaled].join(';');
}

/** From decoded frames to whole pictures of the constant rate and the colours that are encoded. */
export function pictureChain({ video }: Pick<CheckedSource, 'video'>, { rate }: Pick<Timing, 'rate'>): string[] {
  return [
    ...(video.interlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    `fps=${rate.numerator}/${rate.denominator}`,
    ...toBt709(video),
  ];
}

function pictureOutput({ renditions, timing }: EncodePlan, rendition: RenditionPlan, tools: MediaTools): string[] {
  const rate = timing.rate.numerator / timing.rate.denominator;
  const maxRate = Math.round(rendition.maxRate * (rate > 31 ? 1.5 : 1));
  return [
    ...['-map', `[v${renditions.indexOf(rendition)}]`, '-c:v', 'libx264', ...encoderOptions(tools.preset, rendition)],
    ...[...threads(tools), '-profile:v', 'high', ...BT709_TAGS],
    ...['-maxrate', String(maxRate), '-bufsize', String(maxRate * 2)],
    // Keyframes at the same frames in every rendition, and nowhere else.
    ...['-g', String(timing.framesPerKey), '-keyint_min', String(timing.framesPerKey), '-sc_threshold', '0'],
    ...['-flags', '+cgop', '-map_metadata', '-1', '-map_chapters', '-1', ...FRAGMENTED],
  ];
}

/**
 * Preset, quality, and what is changed of the default preset: at the same SSIM films take a quarter fewer bytes, and a tenth
 * more time. Another preset is used as it is.
 */
export function encoderOptions(preset: string, { quality, width, height }: RenditionPlan): string[] {
  const chosen = ['-preset', preset, '-crf', String(quality)];
  if (preset !== 'veryfast') return chosen;
  // Frames that wait are held in memory.
  const frames = width * height > LOOKAHEAD_PIXELS ? 20 : 40;
  return [
    ...chosen,
    ...['-rc-lookahead', String(frames), '-qcomp', '0.3', '-aq-mode', '2', '-aq-strength', '0.8'],
    ...['-i_qfactor', '0.625', '-trellis', '1', '-bf', '5', '-refs', '2'],
    ...['-subq', '3', '-motion-est', 'dia', '-partitions', 'i4x4,i8x8'],
  ];
}
const LOOKAHEAD_PIXELS = 2048 * 1152;

function soundOutput(audio: AudioPlan): string[] {
  return [
    ...['-map', `0:${audio.track.index}`, '-c:a', 'aac', '-b:a', String(audio.bitRate), '-ar', '48000'],
    ...['-ac', String(audio.channels), '-af', [soundFilters(audio.track), ...gainFilters(audio)].join()],
    ...['-map_metadata', '-1', '-map_chapters', '-1', ...FRAGMENTED],
  ];
}

/** Holes and a late start are filled with silence, so that sound and picture stay together. */
export function soundFilters({ mapping }: Pick<AudioTrack, 'mapping'>): string {
  return `${mapping === 'FIRST_TWO' ? 'pan=stereo|c0=c0|c1=c1,' : ''}aresample=async=1000:first_pts=0`;
}

/** After the mix to the channels that are encoded, which is what was measured. */
function gainFilters({ channels, gain }: AudioPlan): string[] {
  if (gain === 0) return [];
  return [`aformat=sample_fmts=fltp:channel_layouts=${channels === 1 ? 'mono' : 'stereo'}`, `volume=${gain}dB`];
}

const FRAGMENTED = ['-movflags', '+frag_keyframe+delay_moov+default_base_moof', '-f', 'mp4'];

function threads(tools: MediaTools): string[] {
  return tools.threads > 0 ? ['-threads', String(tools.threads)] : [];
}
