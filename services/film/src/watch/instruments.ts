import { counter, histogram, observed } from '@marquee/runtime/telemetry/instruments';

const START_SECONDS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20, 60];

export const playbackStartSeconds = histogram(
  'marquee_playback_start_seconds',
  'From the request to watch to the first picture, as players report it',
  START_SECONDS,
);
export const playbackNotStarted = counter(
  'marquee_playback_not_started_total',
  'Films that failed before the first picture, or whose viewer left before it',
);
export const playbackRebufferSeconds = counter(
  'marquee_playback_rebuffer_seconds_total',
  'Time that players stopped to load more of a film',
);
export const playbackWatchedSeconds = counter('marquee_playback_watched_seconds_total', 'Time that films played');
export const playbackErrors = counter('marquee_playback_errors_total', 'Films that stopped, by reason, each once');
export const playbackSessions = observed('marquee_playback_sessions', 'Players that send heartbeats to this process');
