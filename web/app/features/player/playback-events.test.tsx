import '../../testing/component-tests.ts';
import { jest } from '@jest/globals';
import { TextTrackKind } from '@marquee/contracts/media/v1/media_pb';
import * as fake from '../../testing/fake-playing.ts';
import { NO_ENGINE_TRACKS } from './engine.ts';
import { Playback } from './playback.ts';
import { PlaybackQuality } from './playback-quality.ts';
import { damagedProblem, networkProblem } from './problem.ts';
import { keepSound, keptSound } from './viewer-choices.ts';

const { engine, fakeVideo, playing, sourceOf } = fake;
const FRENCH = { id: '7', language: 'fr', kind: TextTrackKind.SUBTITLES, isDefault: false, file: 'text-7.vtt' };

beforeEach(() => {
  jest.clearAllMocks();
  localStorage.clear();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a film starts to load and plays as soon as it can; its state follows the video element', async () => {
  const { now, happens, state, video } = await playing();
  expect(now()).toMatchObject({ loading: true, playing: true, duration: 600 });
  happens('loadeddata');
  expect(now().loading).toBe(false);
  video.pause();
  expect(now().playing).toBe(false);
  happens('ended');
  expect(now()).toMatchObject({ ended: true, playing: false });
  await video.play();
  expect(now()).toMatchObject({ ended: false, playing: true });
  state.duration = Number.POSITIVE_INFINITY;
  happens('durationchange');
  expect(now().duration).toBe(0);
  happens('enterpictureinpicture');
  expect(now().inPictureInPicture).toBe(true);
  happens('leavepictureinpicture');
  expect(now().inPictureInPicture).toBe(false);
});

test('position and buffer follow the film, but not while it moves', async () => {
  const { now, moveTo, happens, state, video } = await playing();
  moveTo(12);
  expect(now()).toMatchObject({ position: 12, buffered: [{ from: 12, to: 42 }] });
  state.seeking = true;
  moveTo(20);
  expect(now().position).toBe(12);
  happens('progress');
  expect(now().buffered).toEqual([{ from: 20, to: 50 }]);
  video.currentTime = 21;
  happens('seeked');
  expect(now().position).toBe(21);
});

test.each(['playing', 'canplay', 'pause', 'timeupdate'])(
  '%s ends the waiting, before and after it is said',
  async (event) => {
    const { now, happens } = await playing();
    jest.useFakeTimers();
    happens('waiting', event);
    jest.advanceTimersByTime(1_000);
    expect(now().buffering).toBe(false);
    happens('waiting', 'waiting');
    jest.advanceTimersByTime(300);
    expect(now().buffering).toBe(true);
    happens(event);
    expect(now().buffering).toBe(false);
    happens('waiting');
    jest.advanceTimersByTime(300);
    expect(now().buffering).toBe(true);
  },
);

test('the speed shown is that of the video element', async () => {
  const { now, happens, state, playback } = await playing();
  state.playbackRate = 1.25;
  happens('ratechange');
  expect(now().rate).toBe(1.25);
  playback.stepRate(1);
  expect(state.playbackRate).toBe(1.5);
  playback.stepRate(-1);
  expect(state.playbackRate).toBe(1);
  for (const [rate, step, next] of [
    [2, 1, 2],
    [0.5, -1, 0.5],
    [1.1, 1, 1.5],
  ] as const) {
    state.playbackRate = rate;
    happens('ratechange');
    playback.stepRate(step);
    expect(state.playbackRate).toBe(next);
  }
});

test('a seek stays inside the film and shows at once', async () => {
  const { playback, video, now, happens } = await playing();
  happens('ended');
  playback.seek(900);
  expect(video.currentTime).toBe(599.95);
  expect(now()).toMatchObject({ position: 599.95, ended: false });
  playback.seekBy(-10);
  expect(now().position).toBeCloseTo(589.95);
  playback.seek(-3);
  expect(video.currentTime).toBe(0);
});

test('a film whose length is unknown takes every position; one that has a problem takes none', async () => {
  const { playback, video, state, happens } = await playing();
  state.duration = Number.NaN;
  happens('durationchange');
  playback.seek(900);
  expect(video.currentTime).toBe(900);
  fake.reports.onProblem(damagedProblem('MEDIA'));
  playback.seek(5);
  expect(video.currentTime).toBe(900);
});

test('the volume stays between none and all, and none is mute; the sound that comes back is heard', async () => {
  const { playback, video } = await playing();
  playback.setVolume(1.4);
  expect([video.volume, video.muted]).toEqual([1, false]);
  playback.setVolume(-0.2);
  expect([video.volume, video.muted]).toEqual([0, true]);
  playback.toggleMute();
  expect([video.volume, video.muted]).toEqual([0.5, false]);
  playback.setVolume(0);
  expect(video.muted).toBe(true);
});

test('before there is a video element, commands do nothing', async () => {
  const playback = new Playback(sourceOf());
  playback.seek(10);
  playback.setVolume(0.5);
  playback.toggleMute();
  playback.setRate(2);
  await playback.retry();
  expect(playback.store.get()).toMatchObject({ position: 0, volume: 1, muted: false, rate: 1 });
  expect(playback.paused).toBe(true);
  expect(engine.load).not.toHaveBeenCalled();
});

test('the sound is kept, and the next film starts with it', async () => {
  const { video, happens, now } = await playing();
  Object.assign(video, { volume: 0.25, muted: true });
  happens('volumechange');
  expect(now()).toMatchObject({ volume: 0.25, muted: true });
  const next = await playing();
  expect([next.video.volume, next.video.muted]).toEqual([0.25, true]);
  expect(next.now()).toMatchObject({ volume: 0.25, muted: true });
});

test('where a device leaves its volume to its buttons, mute is kept alone and the volume stays as it was [WAT-12:person]', async () => {
  keepSound(localStorage, { volume: 0.3, muted: false });
  const onChosen = jest.fn();
  const { video, playback, happens, now } = await playing({ onChosen }, {}, (video) =>
    Object.defineProperty(video, 'volume', { get: () => 1, set: () => {} }),
  );
  expect(now().volume).toBe(1);
  playback.toggleMute();
  happens('volumechange');
  expect(video.muted).toBe(true);
  expect(onChosen.mock.calls).toEqual([[{ muted: true }]]);
  expect(keptSound(localStorage)).toEqual({ volume: 0.3, muted: true });
});

test('subtitles are turned on and off by one key', async () => {
  const { playback, now } = await playing({}, { textFiles: [FRENCH] });
  expect(now().tracks).toMatchObject({ text: [{ id: '7', label: 'French' }], textTrack: undefined });
  playback.toggleText();
  expect(now().tracks.textTrack).toBe('7');
  // What the engine reports leaves them as they are.
  fake.reports.onTracks(NO_ENGINE_TRACKS);
  expect(now().tracks.textTrack).toBe('7');
  playback.toggleText();
  expect(now().tracks.textTrack).toBeUndefined();
});

test('picture in picture is entered and left', async () => {
  const { playback, video } = await playing();
  video.requestPictureInPicture = jest.fn(() => Promise.reject(new Error('refused')));
  await playback.togglePictureInPicture();
  expect(video.requestPictureInPicture).toHaveBeenCalledTimes(1);
  document.exitPictureInPicture = jest.fn(async () => {});
  Object.defineProperty(document, 'pictureInPictureElement', { value: video, configurable: true });
  await playback.togglePictureInPicture();
  Reflect.deleteProperty(document, 'pictureInPictureElement');
  expect(document.exitPictureInPicture).toHaveBeenCalledTimes(1);
  expect(video.requestPictureInPicture).toHaveBeenCalledTimes(1);
});

test('a film that its browser holds back after a new address says so, and plays when it is asked to', async () => {
  const { playback, now, video } = await playing();
  Object.assign(video, { paused: true });
  fake.reports.onBlocked();
  expect(now()).toMatchObject({ needsGesture: true, playing: false });
  await playback.play();
  expect(now()).toMatchObject({ needsGesture: false, playing: true });
});

test('a browser that wants a gesture gets one; the wait for it is no start time', async () => {
  const onStarted = jest.fn();
  const { playback, video, now, happens } = await playing({ onStarted });
  const { play } = video;
  video.play = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  await playback.play();
  expect(now().needsGesture).toBe(true);
  happens('loadeddata');
  expect(onStarted).not.toHaveBeenCalled();
  video.play = play;
  await playback.play();
  expect(now().needsGesture).toBe(false);
});

test.each([
  ['another refusal', () => new DOMException('no', 'AbortError')],
  ['an error that is none of the browser’s', () => Object.assign(new Error('no'), { name: 'NotAllowedError' })],
])('%s asks for no gesture', async (_what, error) => {
  const { playback, video, now } = await playing();
  video.play = () => Promise.reject(error());
  await playback.play();
  expect(now().needsGesture).toBe(false);
});

describe('time that was played', () => {
  /** Plays from 0 to 10 s, does something, and plays on for a second. */
  async function playedAround(what: (film: Awaited<ReturnType<typeof playing>>) => void) {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const onPlayed = jest.fn();
    const film = await playing({ onPlayed });
    const playTo = (second: number) => {
      clock.mockReturnValue(second * 1000);
      film.moveTo(second);
    };
    playTo(0);
    playTo(10);
    expect(onPlayed).toHaveBeenLastCalledWith(10_000);
    what(film);
    playTo(11);
    return onPlayed.mock.lastCall?.[0];
  }

  test('counts as it goes by', async () => {
    expect(await playedAround(() => {})).toBe(11_000);
  });

  test.each(['waiting', 'seeking', 'ratechange'])('starts again after %s', async (event) => {
    expect(await playedAround(({ happens }) => happens(event))).toBe(10_000);
  });

  test('starts again after a pause, in which nothing counts', async () => {
    const around = playedAround(({ video, moveTo }) => {
      video.pause();
      moveTo(10.5);
      void video.play();
    });
    expect(await around).toBe(10_000);
  });

  test('starts again after a seek', async () => {
    expect(await playedAround(({ playback }) => playback.seek(10))).toBe(10_000);
  });
});

describe('what operators learn', () => {
  async function measured() {
    let nowMs = 0;
    const quality = new PlaybackQuality(() => nowMs);
    const { video, state, happens, moveTo } = fakeVideo();
    const playback = new Playback(sourceOf(), {}, quality);
    await playback.attach(video);
    happens('loadeddata');
    quality.take();
    const after = (ms: number, ...events: string[]) => {
      nowMs += ms;
      happens(...events);
    };
    return { playback, quality, state, after, moveTo };
  }

  test.each(['playing', 'canplay', 'pause', 'seeking', 'timeupdate'])('rebuffering lasts until %s', async (event) => {
    const { quality, after } = await measured();
    after(0, 'waiting');
    after(700, event);
    after(900);
    expect(quality.take()).toMatchObject({ rebufferedMs: 700 });
    expect(quality.take()).toBeUndefined();
  });

  test('waiting after a seek is none', async () => {
    const { quality, after, state } = await measured();
    state.seeking = true;
    after(0, 'waiting');
    after(700);
    expect(quality.take()).toBeUndefined();
  });

  test('a failure ends it, and counts by its kind', async () => {
    const { quality, after } = await measured();
    after(0, 'waiting');
    after(500);
    fake.reports.onProblem(networkProblem());
    after(900);
    const report = quality.take();
    expect(report?.rebufferedMs).toBe(500);
    expect(report?.errors).toHaveLength(1);
  });
});
