import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckedSource } from './check-source.ts';
import { encode, planEncode } from './encode.ts';
import type { LadderMode } from './ladder.ts';
import type { MediaTools } from './media-tools.ts';
import { type PackagedAudio, type PackagedRendition, packageCmaf } from './package-cmaf.ts';
import { makePosterCandidates } from './poster-candidates.ts';
import { makeTrickplay } from './trickplay.ts';

export type TranscodeOutput = {
  /** Everything that players fetch; flat. */
  folder: string;
  posters: string[];
  renditions: PackagedRendition[];
  audio: PackagedAudio[];
};

export type TranscodeStage = 'encode' | 'package' | 'trickplay' | 'posters';

type TranscodeOptions = {
  mode?: LadderMode;
  signal?: AbortSignal;
  /** Percent of the whole, 0 to 99: the last one is the publishing. Never falls. */
  onProgress?: (percent: number) => void;
  onStage?: (stage: TranscodeStage, ms: number) => void;
};

const ENCODE_SHARE = 0.9;

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
  const plan = planEncode(source, options.mode);
  const onProgress = (percent: number) => report(percent * ENCODE_SHARE);

  const files = await timed('encode', onStage, () => encode(tools, plan, input, encoded, { signal, onProgress }));
  report(90);
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
  return { folder, posters, ...packaged };
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
