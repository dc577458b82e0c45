import { jest } from '@jest/globals';
import { PlaybackEventKind } from '@marquee/contracts/film/v1/watch_pb';
import { fakeServer, refused } from '../../testing/fake-watch-server.ts';
import { EventQueue } from './event-queue.ts';
import { PlaybackQuality } from './playback-quality.ts';
import { PlayedTime } from './played-time.ts';
import type { Problem } from './problem.ts';
import { WatchSession } from './watch-session.ts';

async function openSession(
  quality?: PlaybackQuality,
  film: { durationMs?: number } = {},
  how: { inStep?: boolean; random?: () => number } = {},
) {
  const { server, calls } = fakeServer();
  const queue = new EventQueue({ storage: localStorage, sink: calls });
  const problems: Problem[] = [];
  const replaced = jest.fn();
  const player = { positionMs: 0, playedMs: 0, paused: false };
  const started = { ...(await calls.startPlayback()), ...film };
  const session = new WatchSession({
    ...{ calls, queue, filmId: 'film', nativeHls: false, started },
    position: () => player,
    ...(quality && { quality }),
    ...how,
    onEnded: (problem) => problems.push(problem),
    onReplaced: replaced,
  });
  session.start();
  return { server, session, player, problems, replaced };
}

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

const minutes = (count: number) => jest.advanceTimersByTimeAsync(count * 60_000);

test('heartbeats continue through a pause of 15 minutes and keep the address fresh', async () => {
  const { server, session, player, problems } = await openSession();
  const before = session.signedUrl;
  Object.assign(player, { paused: true, positionMs: 90_000 });
  await minutes(15);
  expect(server.heartbeats).toHaveLength(60);
  expect(server.heartbeats.at(-1)).toMatchObject({ paused: true, positionMs: 90_000 });
  expect(session.signedUrl).not.toBe(before);
  expect(problems).toEqual([]);
  session.close();
});

test('a player is heard of as often as the last answer asks for', async () => {
  const { server, session } = await openSession();
  server.heartbeatIntervalMs = 30_000;
  await minutes(1);
  // After 15 s, and 30 s after what was planned before its answer.
  expect(server.heartbeats).toHaveLength(3);
  await minutes(5);
  expect(server.heartbeats).toHaveLength(13);
  // One that says nothing changes nothing.
  server.heartbeatIntervalMs = 0;
  await minutes(5);
  expect(server.heartbeats).toHaveLength(23);
  session.close();
});

test('a film of which another version plays by now says so, once [STU-07:playing]', async () => {
  const { server, session, replaced } = await openSession();
  await minutes(1);
  expect(replaced).not.toHaveBeenCalled();
  server.version = 'encrypted';
  await minutes(1);
  server.version = 'again';
  await minutes(1);
  expect(replaced).toHaveBeenCalledTimes(1);
  session.close();
});

test('a session that was closed sends nothing more, and has no new address', async () => {
  const { server, session } = await openSession();
  session.close();
  await session.beat();
  await minutes(5);
  expect(await session.renew()).toBe(false);
  await session.freshUrl();
  expect(server.heartbeats).toEqual([]);
});

/** What the server heard of a film that is left, or fails, so long after the wish to watch it. */
async function withoutPicture(ms: number, happens: (session: WatchSession) => void) {
  const quality = new PlaybackQuality(Date.now);
  const { server, session } = await openSession(quality);
  await jest.advanceTimersByTimeAsync(ms);
  happens(session);
  await jest.advanceTimersByTimeAsync(0);
  const heard = { events: [...server.events.values()].map(({ event }) => event), heartbeats: server.heartbeats.length };
  return { ...heard, server, session, quality };
}

test('leaving before the first frame, later than the promised start time, is reported as given up and without a position [SYS-04:quality]', async () => {
  const early = await withoutPicture(1_500, (session) => session.leave());
  expect(early.events).toEqual([]);
  early.session.close();

  const late = await withoutPicture(3_000, (session) => session.leave());
  expect(late.events).toEqual([PlaybackEventKind.GIVEN_UP]);
  late.session.leave();
  await jest.advanceTimersByTimeAsync(0);
  expect(late.server.events.size).toBe(1);
  late.quality.started();
  late.session.leave();
  await jest.advanceTimersByTimeAsync(0);
  expect([...late.server.events.values()].map(({ event }) => event)).toEqual([
    PlaybackEventKind.GIVEN_UP,
    PlaybackEventKind.PAUSE,
  ]);
  late.session.close();
});

test('a failure is reported at once, and as given up before the first frame [SYS-04:quality]', async () => {
  const never = await withoutPicture(200, (session) => session.failed());
  expect(never).toMatchObject({ events: [PlaybackEventKind.GIVEN_UP], heartbeats: 1 });
  never.session.close();

  const quality = new PlaybackQuality(Date.now);
  const begun = await openSession(quality);
  quality.started();
  begun.session.failed();
  await jest.advanceTimersByTimeAsync(0);
  expect([begun.server.events.size, begun.server.heartbeats.length]).toEqual([0, 1]);
  begun.session.close();
});

test('a failure without a network is reported once there is one', async () => {
  const { server, session } = await openSession(new PlaybackQuality(Date.now));
  server.online = false;
  session.failed();
  await minutes(1);
  expect(server.events.size).toBe(0);
  server.online = true;
  await minutes(1);
  expect([...server.events.values()].map(({ event }) => event)).toEqual([PlaybackEventKind.GIVEN_UP]);
  session.close();
});

test('the start of playback is reported at once', async () => {
  const quality = new PlaybackQuality(Date.now);
  const { server, session } = await openSession(quality);
  await jest.advanceTimersByTimeAsync(700);
  quality.started();
  session.started();
  await jest.advanceTimersByTimeAsync(0);
  expect(server.heartbeats).toMatchObject([{ quality: { startMs: 700 } }]);
  session.close();
});

test('in step nothing is reported at the start, and the first heartbeat comes at a time of its own [WAT-13:premiere]', async () => {
  const { server, session } = await openSession(undefined, {}, { inStep: true, random: () => 0.4 });
  session.started();
  session.record(PlaybackEventKind.PLAY);
  await jest.advanceTimersByTimeAsync(5_999);
  expect([server.heartbeats.length, server.events.size]).toEqual([0, 0]);
  await jest.advanceTimersByTimeAsync(1);
  expect(server.heartbeats).toHaveLength(1);
  expect([...server.events.values()]).toMatchObject([{ event: PlaybackEventKind.PLAY }]);
  await jest.advanceTimersByTimeAsync(15_000);
  expect(server.heartbeats).toHaveLength(2);
  session.close();
  await minutes(1);
  expect(server.heartbeats).toHaveLength(2);
});

test('leaving the page reports the position, also after a seek in a paused film [WAT-10:leave]', async () => {
  const { server, session, player } = await openSession();
  await jest.advanceTimersByTimeAsync(0);
  const positions = () => [...server.events.values()].map(({ timeMs }) => timeMs);
  Object.assign(player, { paused: true, positionMs: 42_000 });
  session.record(PlaybackEventKind.PAUSE);
  await jest.advanceTimersByTimeAsync(0);
  session.leave();
  await jest.advanceTimersByTimeAsync(0);
  expect(positions()).toEqual([42_000]);
  player.positionMs = 336_000.4;
  session.leave();
  await jest.advanceTimersByTimeAsync(0);
  expect(positions()).toEqual([42_000, 336_000]);
  Object.assign(player, { paused: false, positionMs: 340_000 });
  session.leave();
  await jest.advanceTimersByTimeAsync(0);
  expect(positions()).toEqual([42_000, 336_000, 340_000]);
  session.close();
});

test('an address that expired while the machine slept is renewed before use', async () => {
  const { server, session } = await openSession();
  jest.setSystemTime(Date.now() + 20 * 60_000);
  const heartbeats = server.heartbeats.length;
  const before = session.signedUrl;
  expect(await session.freshUrl()).not.toBe(before);
  expect(server.heartbeats.length).toBe(heartbeats + 1);
  session.close();
});

test('a session that the server no longer has is opened again and playback continues', async () => {
  const { server, session, problems } = await openSession();
  server.heartbeatFails = refused('NotFound', 'PLAYBACK_NOT_FOUND', 'This playback has ended.');
  expect(await session.renew()).toBe(true);
  expect(session.id).toBe('session2');
  expect(problems).toEqual([]);
  session.close();
});

test('signing out elsewhere ends playback and says so', async () => {
  const { server, problems } = await openSession();
  server.heartbeatFails = refused('Unauthenticated');
  await minutes(1);
  expect(problems).toEqual([
    expect.objectContaining({
      remedy: 'sign-in',
      message: 'You were signed out. Please sign in again to continue watching.',
    }),
  ]);
});

test('the end of access is shown with the server’s message', async () => {
  const { server, problems } = await openSession();
  server.access = { valid: false, reason: 'UNLOCK_REQUIRED', message: 'You need to unlock this film to watch it.' };
  await minutes(1);
  expect(problems).toEqual([
    { reason: 'UNLOCK_REQUIRED', message: 'You need to unlock this film to watch it.', remedy: 'unlock' },
  ]);
});

test('a network that fails and recovers does not end playback', async () => {
  const { server, session, problems } = await openSession();
  server.online = false;
  await minutes(5);
  server.online = true;
  await minutes(1);
  expect(problems).toEqual([]);
  expect(server.heartbeats.length).toBeGreaterThan(0);
  session.close();
});

/** A viewer who plays and pauses, by a clock of their own. */
function viewer(session: WatchSession) {
  const time = new PlayedTime();
  let now = 0;
  let position = 0;
  const plays = (ms: number) => {
    for (const end = now + ms; now < end; ) {
      time.tick(now, position, 1);
      const step = Math.min(250, end - now);
      now += step;
      position += step;
    }
    time.tick(now, position, 1);
    session.played(time.totalMs);
  };
  const pauses = (ms: number) => {
    time.interrupt();
    now += ms;
    session.played(time.totalMs);
  };
  return { plays, pauses };
}

test('a view is marked after 60 seconds of playing, and no pause counts [WAT-07:browser]', async () => {
  const { server, session } = await openSession();
  const { plays, pauses } = viewer(session);
  plays(40_000);
  pauses(900_000);
  plays(19_999);
  await minutes(1);
  expect(server.views).toEqual([]);
  plays(1);
  await minutes(1);
  expect(server.views).toEqual([{ playbackSessionId: 'session1', playedMs: 60_000 }]);
  session.close();
});

test('a view is marked once, however long the film continues [WAT-07:browser]', async () => {
  const { server, session } = await openSession();
  for (const playedMs of [60_000, 60_250, 3_600_000]) {
    session.played(playedMs);
    await minutes(1);
  }
  expect(server.views).toEqual([{ playbackSessionId: 'session1', playedMs: 60_000 }]);
  session.close();
});

test('a view that was reached without a network is marked when there is one [WAT-07:browser]', async () => {
  const { server, session } = await openSession();
  server.online = false;
  session.played(60_000);
  await minutes(1);
  expect(server.views).toEqual([]);
  server.online = true;
  await minutes(1);
  expect(server.views).toEqual([{ playbackSessionId: 'session1', playedMs: 60_000 }]);
  session.close();
});

test('a film of under 60 seconds counts when it was played to its end [WAT-07:short]', async () => {
  const { server, session } = await openSession(undefined, { durationMs: 28_000 });
  session.played(26_999);
  await minutes(1);
  expect(server.views).toEqual([]);
  session.played(27_000);
  await minutes(1);
  expect(server.views).toHaveLength(1);
  session.close();
});

test('the length of a pre-roll is added to the 60 seconds', async () => {
  const { server, session } = await openSession();
  session.played(80_000, 30_000);
  await minutes(1);
  expect(server.views).toEqual([]);
  session.played(90_000, 30_000);
  await minutes(1);
  expect(server.views).toHaveLength(1);
  session.close();
});

test('pause, play and finish are recorded with their time [WAT-09:browser]', async () => {
  const { server, session, player } = await openSession();
  player.positionMs = 12_345.6;
  session.record(PlaybackEventKind.PAUSE);
  session.record(PlaybackEventKind.PLAY);
  session.record(PlaybackEventKind.FINISH);
  await minutes(1);
  expect([...server.events.values()]).toEqual([
    { session: 'session1', timeMs: 12_346, event: PlaybackEventKind.PAUSE },
    { session: 'session1', timeMs: 12_346, event: PlaybackEventKind.PLAY },
    { session: 'session1', timeMs: 12_346, event: PlaybackEventKind.FINISH },
  ]);
  session.close();
});

test('a player that is gone says so once, after where it stopped [WAT-14:address]', async () => {
  const { server, session, player } = await openSession();
  Object.assign(player, { positionMs: 20_000, playedMs: 20_000 });
  session.leave();
  session.left();
  session.left();
  await jest.advanceTimersByTimeAsync(0);
  const kinds = () => [...server.events.values()].map(({ event, timeMs }) => [event, timeMs]);
  const { PAUSE, LEFT } = PlaybackEventKind;
  expect(kinds()).toEqual([
    [PAUSE, 20_000],
    [LEFT, 20_000],
  ]);
  session.close();

  // Of a film that was moved while it stood still, the place arrives too.
  const other = await openSession();
  Object.assign(other.player, { paused: true, positionMs: 90_000 });
  other.session.leave();
  other.session.left();
  await jest.advanceTimersByTimeAsync(0);
  expect([...other.server.events.values()].map(({ event, timeMs }) => [event, timeMs])).toEqual([
    [PAUSE, 90_000],
    [LEFT, 90_000],
  ]);
  other.session.close();
});
