// Hours of ordinary load, to find what grows without end. For DURATION_S seconds, RATE viewers a minute arrive and stay
// for STAY_S seconds, beside one visitor a second who browses.
import exec from 'k6/execution';
import browse from './browse.js';
import { filmId, nextViewer } from './prepared.js';
import { person } from './requests.js';
import { TREND_STATS, thresholds } from './slo.js';
import { summary } from './summary.js';
import { setting } from './target.js';
import { watch } from './watch.js';

const RATE = setting('RATE', 20);
const STAY_S = setting('STAY_S', 600);
const DURATION_S = setting('DURATION_S', 7_200);
const GRACE_S = 60;
const VISITORS = 40;

export const options = {
  scenarios: {
    watching: {
      executor: 'constant-arrival-rate',
      exec: 'viewer',
      rate: RATE,
      timeUnit: '1m',
      duration: `${DURATION_S}s`,
      preAllocatedVUs: Math.ceil((RATE * (STAY_S + GRACE_S)) / 60) + 1,
      gracefulStop: `${STAY_S + GRACE_S}s`,
    },
    browsing: {
      executor: 'constant-arrival-rate',
      exec: 'visitor',
      rate: 1,
      duration: `${DURATION_S}s`,
      preAllocatedVUs: VISITORS,
      gracefulStop: `${GRACE_S}s`,
    },
  },
  thresholds: thresholds('page_duration', 'film_begun', 'playback_start', 'segment_share', 'dropped_iterations'),
  summaryTrendStats: TREND_STATS,
};

export function viewer() {
  watch(person(exec.scenario.iterationInTest, nextViewer()), filmId, STAY_S);
}

export const visitor = browse;

export const handleSummary = summary('soak');
