// Visitors who browse: RATE of them a second open the feed and a few films, and leave.
import { sleep } from 'k6';
import exec from 'k6/execution';
import { filmId } from './prepared.js';
import { call, page, person } from './requests.js';
import { TREND_STATS, thresholds } from './slo.js';
import { summary } from './summary.js';
import { setting } from './target.js';

const RATE = setting('RATE', 5);
const DURATION_S = setting('DURATION_S', 60);
const FILMS = 3;
const LOOK_S_MAX = 4;
/** How long a visitor stays, about; RATE times this is how many are there at once. */
const STAY_S = 30;

export const options = {
  scenarios: {
    browse: {
      executor: 'constant-arrival-rate',
      rate: RATE,
      duration: `${DURATION_S}s`,
      preAllocatedVUs: RATE * STAY_S,
      gracefulStop: `${STAY_S}s`,
    },
  },
  thresholds: thresholds('page_duration', 'dropped_iterations'),
  summaryTrendStats: TREND_STATS,
};

export default function browse() {
  const visitor = person(exec.scenario.iterationInTest);
  page(visitor, '/', 'feed');
  look();
  const listed = call(visitor, 'film.v1.CatalogueService/ListFilms', { pageSize: FILMS });
  const films = listed?.films?.map(({ id }) => id) ?? [filmId];
  for (const id of films) {
    page(visitor, `/feed/${id}`, 'film page');
    look();
  }
}

const look = () => sleep(1 + Math.random() * (LOOK_S_MAX - 1));

export const handleSummary = summary('browse');
