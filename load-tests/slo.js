// What a run has to keep: the thresholds of every scenario are made of these. A test compares the service's objectives
// with helm/marquee/files/rules/slo.yaml; README.md explains the others.
import { Rate, Trend } from 'k6/metrics';

const AVAILABILITY = 0.999;
const PAGE_MS_MAX = 500;
const PLAYBACK_START_MS_MAX = 2_000;
/** Half of the time after which upload.js counts a check as failed. */
const UPLOAD_CHECK_MS_MAX = 60_000;

/** True for each good answer; false for a 5xx, a wrong answer, and no answer. */
export const availability = new Rate('availability');
/** From asking for a page to its last byte. */
export const pageDuration = new Trend('page_duration', true);
/** True for each viewer whose film started; false when it did not, whatever the reason. */
export const filmBegun = new Rate('film_begun');
/** From the press on Watch to the first segments of picture and sound. */
export const playbackStart = new Trend('playback_start', true);
/** Time from the request of a segment to its last byte, divided by how long it plays: above 1 the picture stalls. */
export const segmentShare = new Trend('segment_share');

const ALL = {
  availability: [`rate>=${AVAILABILITY}`],
  page_duration: [`p(99)<${PAGE_MS_MAX}`],
  film_begun: [`rate>=${AVAILABILITY}`],
  playback_start: [`p(95)<${PLAYBACK_START_MS_MAX}`],
  segment_share: ['p(99)<1'],
  upload_check: [`p(95)<${UPLOAD_CHECK_MS_MAX}`],
  // k6 kept up; otherwise the load was lower than configured.
  dropped_iterations: ['count<1'],
};

/** With a count of samples: k6 counts a threshold without samples as kept. */
export const TREND_STATS = ['avg', 'med', 'p(95)', 'p(99)', 'max', 'count'];

/** The thresholds that a scenario can check. */
export function thresholds(...names) {
  return Object.fromEntries([...names, 'availability'].map((name) => [name, ALL[name]]));
}
