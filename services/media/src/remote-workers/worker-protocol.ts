import { z } from 'zod';
import { INT32_MAX, qualityReportSchema } from '../quality/quality-report.ts';
import type { CheckedSource } from '../transcode/check-source.ts';
import type { TranscodeJob } from '../transcode-queue/make-transcode.ts';

/** Raised with each change of what workers make or exchange with the site. */
export const WORKER_VERSION = '3';
export const VERSION_HEADER = 'worker-version';
export const WORKERS_PATH = '/workers';

/** An attempt at a transcode, as a worker claims it. */
export type ClaimedJob = { id: string; attempt: number; leaseMs: number; job: TranscodeJob };

export const jobPath = ({ id, attempt }: { id: string; attempt: number }) =>
  `${WORKERS_PATH}/transcodes/${id}/${attempt}`;

/** Names that a transcode may store: segments, playlists, thumbnails and stills. */
export const OUTPUT_NAME = /^[a-z0-9][a-z0-9-]{0,60}\.(mp4|m4s|m3u8|mpd|vtt|jpg)$/;
export const posterName = (index: number) => `poster-${index}.jpg`;
export const POSTER_NAME = /^poster-[0-9]\.jpg$/;
/** Four seconds of the largest rendition, many times over. */
export const FILE_BYTES_MAX = 256 * 1024 ** 2;
/** For the whole of a file to arrive; shorter than what is swept waits for late writers. */
export const STORE_MS_MAX = 5 * 60_000;

const RENDITIONS_MAX = 10;
const BYTES_PER_SECOND_MAX = 15_000_000;
const BESIDES = { seconds: 20, files: 100, bytes: 1024 ** 3 };

/** What an attempt may store: about four times what the largest ladder takes, since a file may be sent again. */
export function storedLimits({ durationS, audio }: Pick<CheckedSource, 'durationS' | 'audio'>) {
  const seconds = Math.ceil(durationS) + BESIDES.seconds;
  return {
    files: (RENDITIONS_MAX + audio.length) * seconds + BESIDES.files,
    bytes: BYTES_PER_SECOND_MAX * seconds + BESIDES.bytes,
  };
}

const count = z.number().int().min(0);
const side = count.max(16_384);
export const resultSchema = z.object({
  renditions: z
    .array(z.object({ width: side, height: side, bandwidth: count.max(INT32_MAX), codecs: z.string().max(100) }))
    .min(1)
    .max(RENDITIONS_MAX),
  audio: z
    .array(
      z.object({
        ...{ language: z.string().max(35), label: z.string().max(200), channels: count.max(64) },
        isDescription: z.boolean(),
      }),
    )
    .max(32),
  quality: qualityReportSchema.optional(),
  posters: count.max(10),
});
export type RemoteResult = z.output<typeof resultSchema>;

export const failureSchema = z.object({ reason: z.enum(['STORAGE_FULL', 'TRANSCODE_FAILED', 'TRANSCODE_TIMED_OUT']) });
export const renewalSchema = z.object({ percent: z.number().min(0).max(100) });
