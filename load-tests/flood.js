// A flood of pages of one KIND that no cache answers, RATE a second from ADDRESSES clients, beside one other visitor: what that visitor
// sees, and how fast the rest is refused. The only scenario whose requests are meant to be refused.
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Rate, Trend } from 'k6/metrics';
import { person } from './requests.js';
import { TREND_STATS } from './slo.js';
import { summary } from './summary.js';
import { baseUrl, choice, setting } from './target.js';

const RATE = setting('RATE', 1_000);
const ADDRESSES = setting('ADDRESSES', 1);
const DURATION_S = setting('DURATION_S', 30);
const KIND = choice('KIND', ['feed', 'search', 'fresh'], 'feed');
/** The flood begins later than the visitor, whose address is known by then. */
const QUIET_S = 3;
/** A visitor opens a page, and one of a search that nobody made before. */
const VISITOR_EVERY_S = 3;
const IN_FLIGHT_MAX = 2_000;
const TIMEOUT = '30s';

/** Of the other visitor, from asking for a page to its last byte. */
const cachedPage = new Trend('visitor_cached_page', true);
const uncachedPage = new Trend('visitor_uncached_page', true);
/** True for each page that the other visitor was shown. */
const visitorServed = new Rate('visitor_served');
/** From asking to being refused. */
const refusal = new Trend('refusal_duration', true);
/** Answers of the flood that are neither a page nor a refusal with a time to wait. */
const wrong = new Counter('wrong_answers');
const rendered = new Counter('rendered');

export const options = {
  scenarios: {
    visitor: {
      executor: 'constant-arrival-rate',
      exec: 'visit',
      rate: 1,
      timeUnit: `${VISITOR_EVERY_S}s`,
      duration: `${QUIET_S + DURATION_S}s`,
      preAllocatedVUs: 10,
    },
    flood: {
      executor: 'constant-arrival-rate',
      exec: 'flood',
      rate: RATE,
      startTime: `${QUIET_S}s`,
      duration: `${DURATION_S}s`,
      preAllocatedVUs: Math.min(RATE, IN_FLIGHT_MAX),
      maxVUs: IN_FLIGHT_MAX,
    },
  },
  thresholds: {
    visitor_cached_page: ['med<50'],
    visitor_uncached_page: ['med<1000'],
    visitor_served: ['rate>=0.9'],
    refusal_duration: ['p(99)<100'],
    wrong_answers: ['count<1'],
    dropped_iterations: ['count<1'],
  },
  summaryTrendStats: TREND_STATS,
  discardResponseBodies: true,
};

const visitor = person(1);
const uuid = () => {
  const digits = () =>
    Math.floor(Math.random() * 0x10000)
      .toString(16)
      .padStart(4, '0');
  return `${digits()}${digits()}-${digits()}-4${digits().slice(1)}-8${digits().slice(1)}-${digits()}${digits()}${digits()}`;
};

export function visit() {
  for (const [path, duration] of [
    ['/films', cachedPage],
    [`/films?q=${uuid()}`, uncachedPage],
  ]) {
    const { status, timings } = http.get(`${baseUrl}${path}`, { headers: visitor, timeout: TIMEOUT });
    duration.add(timings.duration);
    visitorServed.add(status === 200);
  }
}

/** Each client is of a network of its own. */
const client = (number) => ({ ...visitor, 'x-forwarded-for': `11.${(number >> 8) & 255}.${number & 255}.1` });

// As the gateway names it for its address (gateway/src/cookies.ts); its age counts from its value.
const port = /:(\d+)$/.exec(baseUrl)?.[1] ?? '80';
const freshCookie = baseUrl.startsWith('https') ? '__Host-marquee-fresh' : `marquee-fresh-${port}`;
/** A page that the flood asks for, and the status with which it is shown. */
const KINDS = {
  feed: () => ({ path: `/feed/${uuid()}`, shown: 404 }),
  search: () => ({ path: `/films?q=${uuid()}`, shown: 200 }),
  fresh: () => ({ path: '/films', shown: 200, cookie: `${freshCookie}=${Date.now()}` }),
};

let complaints = 0;
/** Of each virtual user. */
const COMPLAINTS_MAX = 1;

export function flood() {
  const { path, shown, cookie } = KINDS[KIND]();
  const headers = { ...client(exec.scenario.iterationInTest % ADDRESSES), ...(cookie && { cookie }) };
  const response = http.get(`${baseUrl}${path}`, { headers, timeout: TIMEOUT });
  const { status, timings } = response;
  const isRefused = status === 503 && response.headers['Retry-After'] !== undefined;
  if (isRefused) refusal.add(timings.duration);
  if (status === shown) rendered.add(1);
  if (!isRefused && status !== shown) {
    wrong.add(1);
    if (complaints++ < COMPLAINTS_MAX) console.warn(`${status || 'no answer'} ${response.error}`);
  }
}

export const handleSummary = summary('flood');
