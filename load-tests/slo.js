// What a run has to keep, named once; every scenario's thresholds are made of these. A test compares what the service
// promises with helm/marquee/files/rules/slo.yaml; what is k6's own is in README.md.
import { Rate, Trend } from 'k6/metrics';

const AVAILABILITY = 0.999;
const PAGE_MS_MAX = 500;
const PLAYBACK_START_MS_MAX = 2_000;
/** Half of what upload.js waits for a check before it takes it for failed. */
const UPLOAD_CHECK_MS_MAX = 60_000;

/** One for each answer, and no for each that the service failed to give: 5xx, no answer at all, or a wrong one. */
export const availability = new Rate('availability');
/** From asking for a page to its last byte. */
export const pageDuration = new Trend('page_duration', true);
/** One for each who came to watch, and no for each whose film did not begin, for whatever reason. */
export const filmBegun = new Rate('film_begun');
/** From the press on Watch to the first segments of picture and sound. */
export const playbackStart = new Trend('playback_start', true);
/** From asking for a segment to its last byte, by how long it plays: over 1, the picture stands still. */
export const segmentShare = new Trend('segment_share');

const ALL = {
  availability: [`rate>=${AVAILABILITY}`],
  page_duration: [`p(99)<${PAGE_MS_MAX}`],
  film_begun: [`rate>=${AVAILABILITY}`],
  playback_start: [`p(95)<${PLAYBACK_START_MS_MAX}`],
  segment_share: ['p(99)<1'],
  upload_check: [`p(95)<${UPLOAD_CHECK_MS_MAX}`],
  // The generator itself kept up: otherwise it is not the load that it says it is.
  dropped_iterations: ['count<1'],
};

/** With how many were measured, for k6 takes a promise about nothing for kept. */
export const TREND_STATS = ['avg', 'med', 'p(95)', 'p(99)', 'max', 'count'];

/** What a scenario can test of these. */
export function thresholds(...names) {
  return Object.fromEntries([...names, 'availability'].map((name) => [name, ALL[name]]));
}
