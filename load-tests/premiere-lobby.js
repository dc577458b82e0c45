// A premiere with its lobby: VIEWERS people come in before it starts, say that they are there as often as they should, react every
// REACT_S, open the film before its start, and from then on send the heartbeats of a player. `VIEWERS=300 k6 run premiere-lobby.js` within the time that
// `npm run load:prepare -- --viewers 300 --premiere-in 120` gives; the lobby that the product is built for has 10,000.
// With HEARD_URL, the address of `node load-tests/hear-premiere.ts`, what was sent is compared with what others were shown.
import { sleep } from 'k6';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import { randomUUID } from './ids.js';
import { eachPerson, pause, peopleOptions } from './people.js';
import { premiere, viewerAt, viewerCount } from './prepared.js';
import { callAsync, person } from './requests.js';
import { filmBegun, TREND_STATS, thresholds } from './slo.js';
import { summary } from './summary.js';
import { setting } from './target.js';
import { HEARTBEAT, heartbeatMessage, judgeHeartbeat } from './watch.js';

const VIEWERS = setting('VIEWERS', 300);
const ARRIVE_S = setting('ARRIVE_S', 60);
/** How long everybody stays after the start. */
const STAY_S = setting('STAY_S', 45);
const REACT_S = setting('REACT_S', 10);
const GRACE_S = 60;
/** When the next call is due after one that was not answered. */
const ATTEND_MS = 15_000;
/** So long after the last has come their sum was sent. */
const SUM_MS = 3_000;
const CLOCK_ASKS = 4;
/** A page that had an answer in so long knows the time well enough. */
const CLOCK_TRIP_MS_MAX = 100;
/** Pages open the film in so long, by how many are there, and are through so long before it starts. */
const OPENING_MS = Math.min(270_000, VIEWERS * 100);
const OPENED_BEFORE_MS = 10_000;
/** One that has not opened it waits up to so long from the start on. */
const SPREAD_MS_MAX = 3_000;
const SPREAD_MS = Math.min(SPREAD_MS_MAX, VIEWERS / 10);
const KINDS = ['APPLAUSE', 'LOVE', 'LAUGH', 'WOW', 'TEARS'];
const HEARD_ASKED_MAX = 30;
const { HEARD_URL } = __ENV;

if (!premiere) throw new Error('no premiere is prepared: npm run load:prepare -- --premiere-in 120');
if (viewerCount < VIEWERS) throw new Error(`${viewerCount} viewers are prepared, ${VIEWERS} are to come`);
if (STAY_S > premiere.seconds) throw new Error(`the film has ${premiere.seconds} s, STAY_S is ${STAY_S}`);

/** People who were not let into the lobby. */
const refused = new Counter('lobby_refused');
/** How far the number of people that somebody is shown in the full lobby is from the real one, as a part of it. */
const hereOff = new Trend('here_off');
/** How often somebody was shown that number. k6 keeps the promise of a metric without samples. */
const hereSeen = new Counter('here_seen');
const attendDuration = new Trend('attend_duration', true);
const reactionDuration = new Trend('reaction_duration', true);
/** Accepted reactions less those that everybody was shown. */
const unheard = new Counter('reactions_unheard');
/** Streams that ended, whose viewers miss what is shown until they have another. */
const streamsEnded = new Counter('streams_ended');
/** From the start to the playback session; 0 where the page had it before. */
const startDuration = new Trend('start_duration', true);

export const options = {
  teardownTimeout: '120s',
  ...peopleOptions('lobby', VIEWERS, Math.ceil((ARRIVE_S + untilStartS() + STAY_S + GRACE_S) / 60)),
  thresholds: {
    ...thresholds('film_begun'),
    lobby_refused: ['count<1'],
    here_off: ['p(95)<0.1'],
    here_seen: ['count>0'],
    attend_duration: ['p(95)<500'],
    reaction_duration: ['p(95)<500'],
    start_duration: ['p(95)<2000'],
    ...(HEARD_URL && { reactions_unheard: ['count==0'], streams_ended: ['count==0'] }),
  },
  summaryTrendStats: TREND_STATS,
};

function untilStartS() {
  return Math.max(0, Math.ceil((premiere.startsAt - Date.now()) / 1_000));
}

export function setup() {
  // So that it has a sample, by which a count of none breaks its promise.
  hereSeen.add(0);
}

export default async function lobby() {
  const fullAt = Date.now() + ARRIVE_S * 1_000 + SUM_MS;
  await eachPerson(VIEWERS, async (index) => {
    await pause((index / VIEWERS) * ARRIVE_S * 1_000);
    await attendAll(person(index, viewerAt(index)), fullAt);
  });
}

async function attendAll(who, fullAt) {
  const { filmId, startsAt } = premiere;
  let askedAt = Date.now();
  if (!(await callAsync(who, 'film.v1.PremiereService/GetPremiere', { filmId }))) return refused.add(1);
  for (let asked = 0; asked < CLOCK_ASKS && Date.now() - askedAt > CLOCK_TRIP_MS_MAX; asked += 1) {
    askedAt = Date.now();
    await callAsync(who, 'film.v1.PremiereService/GetServerTime', {});
  }
  let attendAt = Date.now();
  let reactAt = Date.now() + Math.random() * REACT_S * 1_000;
  let openAt = opensAt();
  let beginAt = startsAt + Math.random() * SPREAD_MS;
  let beatAt = Number.POSITIVE_INFINITY;
  let playback;
  for (;;) {
    const next = Math.min(attendAt, reactAt, openAt, beginAt, beatAt);
    if (next >= startsAt + STAY_S * 1_000) return;
    await pause(next - Date.now());
    if (next === attendAt) {
      const attended = await attend(who, fullAt);
      attendAt = Date.now() + (attended?.askAgainMs ?? ATTEND_MS);
    } else if (next === reactAt) {
      await react(who);
      reactAt = Date.now() + REACT_S * 1_000;
    } else if (next === openAt) {
      openAt = Number.POSITIVE_INFINITY;
      playback = await open(who);
      if (!playback) openAt = opensAt();
    } else if (next === beginAt) {
      beginAt = Number.POSITIVE_INFINITY;
      const askedAt = Date.now();
      playback ??= await open(who);
      filmBegun.add(playback !== undefined);
      if (!playback) return;
      startDuration.add(Date.now() - askedAt);
      // The heartbeats of those who begin together come apart.
      beatAt = Date.now() + Math.random() * playback.everyMs;
    } else {
      const answer = await callAsync(who, HEARTBEAT, heartbeatMessage(playback.id, Date.now() - startsAt));
      judgeHeartbeat(answer);
      beatAt += answer?.heartbeatIntervalMs || playback.everyMs;
    }
  }
}

/** When a page that comes now opens the film; never before the start where it comes too late. */
function opensAt() {
  const last = premiere.startsAt - OPENED_BEFORE_MS;
  const left = last - Date.now();
  return left > 0 ? last - Math.random() * Math.min(OPENING_MS, left) : Number.POSITIVE_INFINITY;
}

/** Says that somebody is there; gives the answer, with what they may do at the start. */
async function attend(who, fullAt) {
  const askedAt = Date.now();
  const answer = await callAsync(who, 'film.v1.PremiereService/AttendPremiere', { filmId: premiere.filmId });
  if (!answer) return undefined;
  attendDuration.add(Date.now() - askedAt);
  const { access, here = 0 } = answer;
  if (!access.valid && access.reason !== 'UNLOCK_REQUIRED') refused.add(1);
  if (askedAt > fullAt && askedAt < premiere.startsAt) {
    hereOff.add(Math.abs(here - VIEWERS) / VIEWERS);
    hereSeen.add(1);
  }
  return answer;
}

async function react(who) {
  const kind = `REACTION_KIND_${KINDS[Math.floor(Math.random() * KINDS.length)]}`;
  const pressedAt = Date.now();
  if (!(await callAsync(who, 'film.v1.PremiereService/ReactToPremiere', { filmId: premiere.filmId, kind }))) return;
  reactionDuration.add(Date.now() - pressedAt);
  unheard.add(1);
}

/** Opens the film as a page does; gives the playback session, and how often its player is to be heard of. */
async function open(who) {
  const request = { requestId: randomUUID(), filmId: premiere.filmId, inStep: true };
  const opened = await callAsync(who, 'film.v1.WatchService/StartPlayback', request);
  if (opened?.access?.valid !== true) return undefined;
  return { id: opened.playbackSessionId, everyMs: opened.heartbeatIntervalMs };
}

/** Takes what everybody was shown from what was accepted, once no more comes. */
export function teardown() {
  if (!HEARD_URL) return;
  let heard = -1;
  let ended = 0;
  for (let asked = 0; asked < HEARD_ASKED_MAX; asked += 1) {
    const { reactionsMin, endedBy } = http.get(HEARD_URL).json();
    ended = Object.values(endedBy || {}).reduce((sum, count) => sum + count, 0);
    if (reactionsMin === heard) break;
    heard = reactionsMin;
    sleep(3);
  }
  unheard.add(-heard);
  streamsEnded.add(ended);
}

export const handleSummary = summary('premiere-lobby', VIEWERS);
