import { CALL_SECONDS, counter, histogram } from '@marquee/runtime/telemetry/instruments';

export const segmentBytes = counter('marquee_segment_bytes_total', 'Bytes of manifests and segments sent');
/** `asked`: `file`, or `access` for the edge's check of a token. */
export const segmentSeconds = histogram(
  'marquee_segment_seconds',
  "Manifests, segments and the edge's checks of tokens, by status",
  CALL_SECONDS,
);
