import { PlaybackErrorKind } from '@marquee/contracts/film/v1/watch_pb';
import { fakeServer, refused } from '../../testing/fake-watch-server.ts';
import { EventQueue } from './event-queue.ts';
import { PlaybackQuality } from './playback-quality.ts';
import { WatchSession } from './watch-session.ts';

function watched() {
  let now = 5_000;
  const quality = new PlaybackQuality(() => now);
  return {
    quality,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

test('the start counts from the wish to the first picture, once, and a wait before it is part of it [SYS-04:quality]', () => {
  const { quality, wait } = watched();
  quality.stalled();
  wait(1_200);
  quality.resumed();
  quality.started();
  wait(300);
  quality.started();
  expect(quality.take()).toEqual({ startMs: 1_200, rebufferedMs: 0, errors: [] });
  expect(quality.take()).toBeUndefined();
});

test('a film is waited for in vain after two seconds without a picture, unless it waits for its viewer', () => {
  const { quality, wait } = watched();
  wait(2_000);
  expect(quality.isLate).toBe(false);
  wait(1);
  expect(quality.isLate).toBe(true);
  expect(quality.started()).toBe(true);
  expect(quality.isLate).toBe(false);

  const held = watched();
  held.quality.waitsForViewer();
  held.wait(60_000);
  expect(held.quality.isLate).toBe(false);
  expect(held.quality.started()).toBe(false);
  expect(held.quality.take()).toBeUndefined();
});

test('rebuffering is reported while it lasts, each second once', () => {
  const { quality, wait } = watched();
  quality.started();
  quality.take();
  quality.stalled();
  wait(2_000);
  quality.stalled();
  expect(quality.take()).toEqual({ rebufferedMs: 2_000, errors: [] });
  wait(500);
  quality.resumed();
  wait(9_000);
  expect(quality.take()).toEqual({ rebufferedMs: 500, errors: [] });
});

test.each([
  ['NETWORK', PlaybackErrorKind.NETWORK],
  ['UNAVAILABLE', PlaybackErrorKind.UNAVAILABLE],
  ['ACCESS', PlaybackErrorKind.REFUSED],
  ['SHAKA_1001', PlaybackErrorKind.NETWORK],
  ['SHAKA_3016', PlaybackErrorKind.MEDIA],
  ['SHAKA_4032', PlaybackErrorKind.UNSUPPORTED],
  ['SHAKA_6012', PlaybackErrorKind.DRM],
  ['whatever', PlaybackErrorKind.UNSPECIFIED],
])('the problem %s is reported by its kind', (reason, kind) => {
  const { quality } = watched();
  for (let time = 0; time < 50; time += 1) quality.failed(reason);
  expect(quality.take()?.errors).toEqual(Array(10).fill(kind));
});

test('what a failed heartbeat did not report, the next one does [SYS-04:quality]', async () => {
  const { server, calls } = fakeServer();
  const { quality, wait } = watched();
  const session = new WatchSession({
    ...{ calls, filmId: 'film', nativeHls: false, started: await calls.startPlayback(), quality },
    queue: new EventQueue({ storage: localStorage, sink: calls }),
    position: () => ({ positionMs: 0, playedMs: 0, paused: false }),
    onEnded: () => {},
  });
  wait(800);
  quality.started();
  quality.failed('NETWORK');
  server.heartbeatFails = refused('Unavailable');
  await session.beat();
  quality.stalled();
  wait(100);
  server.heartbeatFails = undefined;
  await session.beat();
  await session.beat();
  expect(server.heartbeats).toMatchObject([
    { quality: { startMs: 800, rebufferedMs: 100, errors: [PlaybackErrorKind.NETWORK] } },
    expect.not.objectContaining({ quality: expect.anything() }),
  ]);
  session.close();
});
