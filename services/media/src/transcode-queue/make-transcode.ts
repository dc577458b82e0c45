import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@marquee/runtime/log';
import type { LocalCopy } from '@marquee/storage/blob-store';
import type { AssetRow } from '../assets/assets.ts';
import type { MediaConfig } from '../config.ts';
import { asFullDisk } from '../storage/storage-trouble.ts';
import type { CheckedSource } from '../transcode/check-source.ts';
import type { LadderMode } from '../transcode/ladder.ts';
import type { MediaTools } from '../transcode/media-tools.ts';
import { type TranscodeOutput, transcodeFile } from '../transcode/transcode-file.ts';
import { type StoreFile, storeOutput } from './store-output.ts';
import type { TranscodeRow } from './transcodes.ts';

/** What is made of which file. */
export type TranscodeJob = { source: CheckedSource; mode: LadderMode; loudnessLufs: number };

/** What a worker needs of the site: in its own process, or over HTTP from another machine. */
export type TranscodePort = {
  job: TranscodeJob;
  /** The uploaded file as one of this machine; a copy of it goes into the folder. */
  source(folder: string, signal: AbortSignal): Promise<LocalCopy>;
  store: StoreFile;
};

type Making = {
  tools: MediaTools;
  log: Logger;
  scratchDir: string;
  /** Aborted by a cancellation, with the lease, or with the process. */
  signal: AbortSignal;
  report: (percent: number) => void;
};

export const transcodeJob = (
  config: Pick<MediaConfig, 'LOUDNESS_TARGET_LUFS'>,
  { source }: AssetRow,
  { mode }: TranscodeRow,
): TranscodeJob => ({
  source: source as CheckedSource,
  mode: mode === 'fewest' ? 'fewest' : 'full',
  loudnessLufs: config.LOUDNESS_TARGET_LUFS,
});

/** Makes the renditions and stores them; `finish` is given the rest before it is deleted. Leaves nothing on the disk. */
export async function makeTranscode<T>(
  { job, source, store }: TranscodePort,
  { tools, log, scratchDir, signal, report }: Making,
  finish: (output: TranscodeOutput) => Promise<T>,
): Promise<T> {
  const scratch = await mkdtemp(join(scratchDir, 'transcode-'));
  let master: LocalCopy | undefined;
  try {
    master = await source(scratch, signal);
    const { mode, loudnessLufs } = job;
    const options = { mode, loudnessLufs, signal, onProgress: report };
    const output = await transcodeFile(tools, job.source, master.path, scratch, options);
    await storeOutput(output.folder, store, signal);
    return await finish(output);
  } catch (error) {
    throw await asFullDisk(scratch, error);
  } finally {
    // The folder is emptied at the next start.
    const leave = (err: unknown) => log.error({ err, scratch }, 'work files could not be removed');
    await master?.release().catch(leave);
    await rm(scratch, { recursive: true, force: true }).catch(leave);
  }
}
