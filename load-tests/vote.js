// A vote: RATE people a second vote on the prepared ballots, whether or not the site keeps up. One in ten presses twice, and
// one in ten tries to change the vote. When the ballots are closed, what was counted is compared with what was accepted.
// `RATE=1000 DURATION_S=60 k6 run vote.js` within the time that `npm run load:prepare -- --viewers 3000 --ballots 25
// --open-for 90` gives.
import { sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import { viewerAt, viewerCount, votes } from './prepared.js';
import { call, count, person } from './requests.js';
import { TREND_STATS, thresholds } from './slo.js';
import { summary } from './summary.js';
import { baseUrl, setting } from './target.js';

const RATE = setting('RATE', 1_000);
const DURATION_S = setting('DURATION_S', 60);
/** People who wait for an answer at once, at most. */
const WAITING_MAX = setting('WAITING_MAX', 2_000);
/** How long after the end of the ballots they may still be without their result. */
const COUNT_S_MAX = setting('COUNT_S_MAX', 60);
const TIMEOUT = '30s';
const TRIES_MAX = 3;
const POLL_S = 1;
/** In the answer to who has voted for another film. */
const VOTED_ALREADY = 'You have voted already';

if (!votes) throw new Error('no ballots are prepared: npm run load:prepare -- --ballots 25 --open-for 90');
const pairs = viewerCount * votes.ballots.length;
if (pairs < RATE * DURATION_S) {
  throw new Error(`${viewerCount} viewers with ${votes.ballots.length} ballots have ${pairs} votes: more are to come`);
}

const accepted = new Counter('votes_accepted');
/** Accepted votes less those that were counted. */
const uncounted = new Counter('votes_uncounted');
/** The same with each vote as often as its film is far from the first, so that no vote is counted for another film. */
const wrongFilm = new Counter('votes_of_another_film');
/** Votes of which nobody knows whether they were accepted. */
const unknown = new Counter('votes_unknown');
/** Repeated votes that had another receipt, and changed ones that were accepted. */
const doubled = new Counter('votes_doubled');
const refused = new Counter('changes_refused');
/** From the click to the receipt. */
const duration = new Trend('vote_duration', true);

export const options = {
  scenarios: {
    vote: {
      executor: 'constant-arrival-rate',
      rate: RATE,
      timeUnit: '1s',
      duration: `${DURATION_S}s`,
      preAllocatedVUs: Math.min(WAITING_MAX, RATE),
      maxVUs: WAITING_MAX,
      gracefulStop: '90s',
    },
  },
  teardownTimeout: '30m',
  thresholds: {
    ...thresholds('dropped_iterations'),
    votes_uncounted: ['count==0'],
    votes_of_another_film: ['count==0'],
    votes_unknown: ['count<1'],
    votes_doubled: ['count<1'],
    vote_duration: ['p(95)<500'],
  },
  summaryTrendStats: TREND_STATS,
};

/** Each pair of a viewer and a ballot is one iteration. */
export default function vote() {
  const n = exec.scenario.iterationInTest;
  const ballot = votes.ballots[Math.floor(n / viewerCount)];
  const who = person(n % viewerCount, viewerAt(n));
  // Neighbours vote for different films, and every ballot has all of them.
  const choice = (n + Math.floor(n / viewerCount)) % ballot.filmIds.length;
  const startedAt = Date.now();
  const receipt = untilAnswered(who, ballot, choice);
  if (receipt === undefined) return unknown.add(1);
  duration.add(Date.now() - startedAt);
  accepted.add(1);
  uncounted.add(1);
  wrongFilm.add(choice + 1);
  if (n % 10 === 1) repeat(who, ballot, choice, receipt);
  if (n % 10 === 2) change(who, ballot, (choice + 1) % ballot.filmIds.length);
}

/** Votes until there is an answer, as people press again; gives the receipt. */
function untilAnswered(who, { eventId, blockId, filmIds }, choice) {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const answer = call(who, 'festival.v1.VoteService/CastVote', { eventId, blockId, filmId: filmIds[choice] });
    if (answer) return answer.receipt;
    sleep(1);
  }
  return undefined;
}

/** The same vote again has the receipt of the first. */
function repeat(who, ballot, choice, receipt) {
  const again = untilAnswered(who, ballot, choice);
  if (again === undefined) unknown.add(1);
  else if (again !== receipt) doubled.add(1);
}

/** Somebody who has voted votes for another film, which is refused. */
function change(who, { eventId, blockId, filmIds }, choice) {
  const headers = { ...who, 'content-type': 'application/json', origin: baseUrl, 'sec-fetch-site': 'same-origin' };
  const params = { headers, tags: { name: 'VoteService/CastVote another' }, timeout: TIMEOUT };
  const body = JSON.stringify({ eventId, blockId, filmId: filmIds[choice] });
  const response = http.post(`${baseUrl}/rpc/festival.v1.VoteService/CastVote`, body, params);
  if (response.status === 200) return doubled.add(1);
  if (String(response.body || '').includes(VOTED_ALREADY)) refused.add(1);
  else count(response, [200], 'VoteService/CastVote another');
}

/** Waits for the results, and takes what was counted from what was accepted. */
export function teardown() {
  const who = person(0, viewerAt(0));
  const eventIds = [...new Set(votes.ballots.map(({ eventId }) => eventId))];
  const giveUpAt = votes.closesAt + COUNT_S_MAX * 1_000;
  sleep(Math.max(0, votes.closesAt - Date.now()) / 1_000);
  for (const eventId of eventIds) {
    for (const { ballot, results } of untilCounted(who, eventId, giveUpAt)) {
      for (const { filmId, votes: counted } of results) {
        uncounted.add(-Number(counted));
        wrongFilm.add(-Number(counted) * (ballot.filmIds.indexOf(filmId) + 1));
      }
    }
  }
}

/** The prepared ballots of an event with their results; without any for those that are not counted in time. */
function untilCounted(who, eventId, giveUpAt) {
  const prepared = votes.ballots.filter((ballot) => ballot.eventId === eventId);
  for (;;) {
    const answer = call(who, 'festival.v1.VoteService/ListBallots', { eventId });
    const found = prepared.map((ballot) => ({ ballot, shown: answer?.ballots?.find(({ id }) => id === ballot.id) }));
    const isCounted = found.every(({ shown }) => shown?.state === 'BALLOT_STATE_COUNTED');
    if (isCounted || Date.now() > giveUpAt) {
      return found.map(({ ballot, shown }) => ({ ballot, results: shown?.results ?? [] }));
    }
    sleep(POLL_S);
  }
}

export const handleSummary = summary('vote');
