// A premiere: VIEWERS people come within a minute, open the film's page, press Watch, and stay for STAY_S seconds.
// `VIEWERS=300 k6 run premiere.js`; the premiere that the product is built for has 30,000 (500 a second).
import exec from 'k6/execution';
import { filmId, nextViewer, viewerCount } from './prepared.js';
import { person } from './requests.js';
import { TREND_STATS, thresholds } from './slo.js';
import { summary } from './summary.js';
import { setting } from './target.js';
import { watch } from './watch.js';

const VIEWERS = setting('VIEWERS', 300);
const ARRIVE_S = setting('ARRIVE_S', 60);
const STAY_S = setting('STAY_S', 120);
/** By then the last viewer has left, however slow the service is. */
const GRACE_S = 60;

if (viewerCount < VIEWERS) {
  throw new Error(
    `${viewerCount} viewers are prepared, ${VIEWERS} are to come: npm run load:prepare -- --viewers ${VIEWERS}`,
  );
}

export const options = {
  scenarios: {
    premiere: {
      executor: 'constant-arrival-rate',
      rate: VIEWERS,
      timeUnit: `${ARRIVE_S}s`,
      duration: `${ARRIVE_S}s`,
      // One more, for the viewer who is due at the very end.
      preAllocatedVUs: VIEWERS + 1,
      gracefulStop: `${STAY_S + GRACE_S}s`,
    },
  },
  thresholds: thresholds('page_duration', 'film_begun', 'playback_start', 'segment_share', 'dropped_iterations'),
  summaryTrendStats: TREND_STATS,
};

export default function premiere() {
  watch(person(exec.scenario.iterationInTest, nextViewer()), filmId, STAY_S);
}

export const handleSummary = summary('premiere');
