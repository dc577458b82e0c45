import { histogram, observed } from '@marquee/runtime/telemetry/instruments';

const TRANSCODE_SECONDS = [10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 14_400, 43_200];

export const transcodes = observed('marquee_transcodes', 'Transcodes that wait and that run, over all workers');
export const transcodeProgress = observed('marquee_transcode_progress_ratio', 'How far the running transcode is');
export const transcodeSeconds = histogram(
  'marquee_transcode_seconds',
  'Attempts to transcode, by result',
  TRANSCODE_SECONDS,
);
