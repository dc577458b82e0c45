// One viewer's evening: the film's page, access, the start, and then segments and heartbeats until they leave.

import { sleep } from 'k6';
import { randomUUID } from './ids.js';
import { readManifest } from './manifest.js';
import { call, fetchBytes, page } from './requests.js';
import { availability, filmBegun, playbackStart, segmentShare } from './slo.js';

const WATCH = 'film.v1.WatchService';
export const HEARTBEAT_MS = 15_000;
/** How far ahead of the picture a player buffers. */
const BUFFER_MS = 12_000;

/** Watches a film for this many seconds. */
export function watch(who, filmId, seconds) {
  let playback;
  try {
    playback = begin(who, filmId);
  } finally {
    filmBegun.add(playback !== undefined);
  }
  if (playback) play(who, playback, seconds * 1_000);
}

function begin(who, filmId) {
  page(who, `/feed/${filmId}`, 'film page');
  const film = call(who, `${WATCH}/GetFilmAccess`, { filmId });
  if (!film) return undefined;
  if (!film.access.valid && !unlock(who, filmId)) return undefined;
  return start(who, filmId);
}

function unlock(who, filmId) {
  const answer = call(who, `${WATCH}/UnlockFilm`, { requestId: randomUUID(), filmId });
  return answer?.access?.valid === true;
}

/** From the press on Watch to the segments that a player needs for its first picture. */
function start(who, filmId) {
  const pressedAt = Date.now();
  const opened = call(who, `${WATCH}/StartPlayback`, { requestId: randomUUID(), filmId });
  if (!opened) return undefined;
  const folder = opened.access.signedUrl;
  const manifest = fetchBytes(who, `${folder}${opened.dashManifest}`, 'manifest', { text: true });
  if (!manifest) return undefined;
  const tracks = readManifest(manifest.body);
  if (tracks.length === 0) throw new Error('the manifest has no tracks');
  const first = tracks.flatMap(({ init, segments }) => [init, segments[0].file]);
  const came = first.every((file) => fetchBytes(who, `${folder}${file}`, 'first segments'));
  if (!came) return undefined;
  const startMs = Date.now() - pressedAt;
  playbackStart.add(startMs);
  return { id: opened.playbackSessionId, folder, tracks, startMs, startedAt: Date.now() };
}

/** Plays in real time; a film that has ended starts again. */
function play(who, playback, stayMs) {
  const [picture] = playback.tracks;
  // A player sends a heartbeat as soon as its film starts, then one each interval.
  let folder = heartbeat(who, playback.id, 0, { startMs: playback.startMs }) ?? playback.folder;
  let [loaded, loadedMs] = [1, picture.segments[0].seconds * 1_000];
  let beatAt = HEARTBEAT_MS;
  for (;;) {
    const now = Date.now() - playback.startedAt;
    if (now >= stayMs) break;
    if (now >= beatAt) {
      folder = heartbeat(who, playback.id, now) ?? folder;
      beatAt += HEARTBEAT_MS;
    } else if (loadedMs - now < BUFFER_MS) {
      loadedMs += loadNext(who, folder, playback.tracks, loaded) * 1_000;
      loaded += 1;
    } else {
      sleep(Math.max(0.05, Math.min(beatAt - now, loadedMs - BUFFER_MS - now, stayMs - now) / 1_000));
    }
  }
  heartbeat(who, playback.id, Date.now() - playback.startedAt);
}

/** Loads the next segment of each track; returns how long it plays. */
function loadNext(who, folder, tracks, index) {
  const [picture] = tracks;
  const { seconds } = picture.segments[index % picture.segments.length];
  const askedAt = Date.now();
  for (const { segments } of tracks) {
    fetchBytes(who, `${folder}${segments[index % segments.length].file}`, 'segment');
  }
  segmentShare.add((Date.now() - askedAt) / 1_000 / seconds);
  return seconds;
}

export const HEARTBEAT = `${WATCH}/Heartbeat`;
export const heartbeatMessage = (playbackSessionId, playedMs, quality) => ({
  ...{ playbackSessionId, positionMs: playedMs, playedMs },
  ...(quality && { quality }),
});

/** The address to load from next by the answer to a heartbeat. */
export function judgeHeartbeat(answer) {
  if (!answer) return undefined;
  // A refusal in the middle of a film is a failure too.
  if (!answer.access.valid) availability.add(false, { name: 'Heartbeat' });
  return answer.access.signedUrl;
}

/** Sends a heartbeat; returns the address to load from next. */
const heartbeat = (who, ...played) => judgeHeartbeat(call(who, HEARTBEAT, heartbeatMessage(...played)));
