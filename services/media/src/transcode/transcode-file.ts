import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectFilm } from '../quality/inspect-film.ts';
import { LOUDNESS_TARGET_LUFS, planGain } from '../quality/plan-gain.ts';
import { type QualityReport, reportQuality } from '../quality/quality-report.ts';
import type { CheckedSource } from './check-source.ts';
import { encode, planEncode } from './encode.ts';
import type { LadderMode } from './ladder.ts';
import type { MediaTools } from './media-tools.ts';
import { type PackagedAudio, type PackagedRendition, packageCmaf } from './package-cmaf.ts';
import { makePosterCandidates } from './poster-candidates.ts';
import { ChildError } from './run-child.ts';
import { makeTrickplay } from './trickplay.ts';

export type TranscodeOutput = {
  /** Everything that players fetch; flat. */
  folder: string;
  posters: string[];
  renditions: PackagedRendition[];
  audio: PackagedAudio[];
  /** What its maker reads about picture and sound; undefined when the file could not be looked through. */
  quality: QualityReport | undefined;
};

export type TranscodeStage = 'inspect' | 'encode' | 'package' | 'trickplay' | 'posters';

type TranscodeOptions = {
  mode?: LadderMode;
  /** The loudness that sound is brought to; -16 LUFS by default. */
  loudnessLufs?: number;
  signal?: AbortSignal;
  /** Percent of the whole, 0 to 99: the last one is the publishing. Never falls. */
  onProgress?: (percent: number) => void;
  onStage?: (stage: TranscodeStage, ms: number) => void;
};

const INSPECTED = 10;
const ENCODED = 90;

/**
 * Makes a folder of segments and manifests of a checked file, and poster candidates beside it. The caller moves the results
 * and empties `scratch`.
 */
export async function transcodeFile(
  tools: MediaTools,
  source: CheckedSource,
  input: string,
  scratch: string,
  options: TranscodeOptions = {},
): Promise<TranscodeOutput> {
  const { signal, onStage } = options;
  const report = rising(options.onProgress);
  await mkdir(scratch, { recursive: true });
  const encoded = await mkdtemp(join(scratch, 'encoded-'));
  const folder = await mkdtemp(join(scratch, 'packaged-'));
  const inspecting = { signal, onProgress: (percent: number) => report((percent * INSPECTED) / 100) };
  const inspected = await timed('inspect', onStage, () => inspect(tools, source, input, inspecting, options));
  const plan = planEncode(source, options.mode, inspected?.gains);
  const onProgress = (percent: number) => report(INSPECTED + (percent * (ENCODED - INSPECTED)) / 100);

  const files = await timed('encode', onStage, () => encode(tools, plan, input, encoded, { signal, onProgress }));
  report(ENCODED);
  const packaged = await timed('package', onStage, () => packageCmaf(tools, plan, files, folder, signal));
  report(94);
  const smallest = files.video[0];
  if (!smallest) throw new Error('The ladder is empty');
  const thumbs = { path: smallest.path, durationS: source.durationS, ...pick(smallest.plan) };
  await timed('trickplay', onStage, () => makeTrickplay(tools, thumbs, folder, signal));
  report(97);
  const posters = await timed('posters', onStage, () => makePosterCandidates(tools, source, input, encoded, signal));
  // The encoded files are the largest, and their segments are in the folder already.
  for (const { path } of [...files.video, ...files.audio]) await rm(path);
  report(99);
  return { folder, posters, ...packaged, quality: inspected?.quality };
}

/** A film that can be encoded plays, even if it cannot be looked through. */
async function inspect(
  tools: MediaTools,
  source: CheckedSource,
  input: string,
  inspecting: Parameters<typeof inspectFilm>[3],
  { loudnessLufs = LOUDNESS_TARGET_LUFS }: TranscodeOptions,
) {
  try {
    const inspection = await inspectFilm(tools, source, input, inspecting);
    const gains = inspection.sounds.map((sound) => planGain(sound, loudnessLufs).gain);
    return { gains, quality: reportQuality(source, inspection, loudnessLufs) };
  } catch (error) {
    if (error instanceof ChildError && (error.failure === 'EXIT' || error.failure === 'TIMEOUT')) return undefined;
    throw error;
  }
}

const pick = ({ width, height }: { width: number; height: number }) => ({ width, height });

async function timed<T>(
  stage: TranscodeStage,
  onStage: TranscodeOptions['onStage'],
  run: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const result = await run();
  onStage?.(stage, performance.now() - began);
  return result;
}

function rising(onProgress: TranscodeOptions['onProgress']): (percent: number) => void {
  let last = -1;
  return (percent) => {
    const whole = Math.min(99, Math.floor(percent));
    if (whole <= last) return;
    last = whole;
    onProgress?.(whole);
  };
}
