import '../../testing/slow-machine.ts';
import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import * as fake from '../../testing/fake-playing.ts';
import { Playback } from './playback.ts';
import { PlaybackQuality } from './playback-quality.ts';
import { damagedProblem, networkProblem } from './problem.ts';

const { engine, fakeVideo, playing, sourceOf } = fake;

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

test('subtitles are turned on and off by one key', async () => {
  const { playback, now } = await playing();
  const tracks = { ...now().tracks, text: [{ id: '7', label: 'French' }] };
  fake.reports.onTracks(tracks);
  playback.toggleText();
  expect(engine.chooseText).toHaveBeenLastCalledWith('7');
  fake.reports.onTracks({ ...tracks, textTrack: '7' });
  playback.toggleText();
  expect(engine.chooseText).toHaveBeenLastCalledWith(undefined);
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

test('a problem stops the film once, and the session learns of it once', async () => {
  const onFailed = jest.fn();
  const { now, happens } = await playing({ onFailed });
  jest.useFakeTimers();
  happens('waiting');
  jest.advanceTimersByTime(300);
  fake.reports.onProblem(damagedProblem('SHAKA_3016'));
  fake.reports.onProblem(networkProblem());
  expect(now()).toMatchObject({ problem: { reason: 'SHAKA_3016' }, loading: false, buffering: false });
  expect(onFailed).toHaveBeenCalledTimes(1);
});

test('when the session ends the film is unloaded: nothing of it plays, loads or waits', async () => {
  const { playback, now } = await playing();
  const problem = { reason: 'SIGNED_OUT', message: 'You were signed out.', remedy: 'sign-in' as const };
  playback.end(problem);
  expect(now()).toMatchObject({ problem, playing: false, buffering: false, loading: false });
});

describe('a film that could not be loaded', () => {
  test.each([
    ['a problem', damagedProblem('SHAKA_1001'), 'SHAKA_1001'],
    ['any other error', new Error('broken'), 'ACCESS'],
    ['an error with something of a problem', { remedy: 'retry' }, 'ACCESS'],
    ['an error with a message', { message: 'no' }, 'ACCESS'],
    ['nothing', undefined, 'ACCESS'],
  ])('says why: %s', async (_what, cause, reason) => {
    engine.load.mockRejectedValueOnce(cause as never);
    const onFailed = jest.fn();
    const { now } = await playing({ onFailed });
    expect(now()).toMatchObject({ problem: { reason }, loading: false });
    expect(onFailed).toHaveBeenCalledTimes(1);
  });

  test('keeps the problem that ended it before', async () => {
    const { video } = fakeVideo();
    const playback = new Playback(sourceOf());
    engine.load.mockImplementationOnce(async () => {
      playback.end(networkProblem());
      throw new Error('closed');
    });
    await playback.attach(video);
    expect(playback.store.get().problem?.reason).toBe('NETWORK');
  });
});

describe('another try', () => {
  test('continues in the same engine when that can', async () => {
    const { playback, state, now } = await playing();
    state.readyState = 2;
    fake.reports.onProblem(networkProblem());
    state.paused = true;
    await playback.retry();
    expect(now()).toMatchObject({ problem: undefined, loading: false });
    expect(state.paused).toBe(false);
    expect(engine.destroy).not.toHaveBeenCalled();
    expect(engine.load).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['the engine cannot continue', 2, false],
    ['nothing of the film was loaded', 0, true],
  ])('loads the film again, under a new address, when %s', async (_why, readyState, recovers) => {
    const renew = jest.fn(async () => true);
    const { playback, state, moveTo, now } = await playing({}, { renew });
    moveTo(77);
    state.readyState = readyState;
    engine.recover.mockReturnValueOnce(recovers);
    fake.reports.onProblem(networkProblem());
    state.paused = true;
    const trying = playback.retry();
    expect(now()).toMatchObject({ problem: undefined, loading: true });
    await trying;
    expect(engine.destroy).toHaveBeenCalledTimes(1);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(engine.load).toHaveBeenLastCalledWith(expect.anything(), 77);
    expect(state.paused).toBe(false);
    engine.recover.mockReset().mockReturnValue(true);
  });

  test.each([
    [false, 1, 'NETWORK'],
    [true, 2, undefined],
  ])('without a new address depends on the network (there is one: %s)', async (isOnLine, loads, reason) => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnLine);
    const { playback, now } = await playing({}, { renew: () => Promise.reject(new Error('unavailable')) });
    fake.reports.onProblem(damagedProblem('MEDIA'));
    await playback.retry();
    expect(engine.load).toHaveBeenCalledTimes(loads);
    expect(now().problem?.reason).toBe(reason);
    if (reason) expect(now().loading).toBe(false);
  });

  test('ends when access ended in the meantime', async () => {
    const renew = async () => {
      film.playback.end(damagedProblem('ACCESS'));
      return false;
    };
    const film = await playing({}, { renew });
    fake.reports.onProblem(networkProblem());
    await film.playback.retry();
    expect(engine.load).toHaveBeenCalledTimes(1);
    expect(film.now().problem?.reason).toBe('ACCESS');
  });
});

test('a stuck engine is left with its video element; another one continues from there', async () => {
  const { playback, video, state, moveTo, happens, now } = await playing();
  state.readyState = 2;
  moveTo(321);
  jest.useFakeTimers();
  happens('waiting');
  video.pause();
  happens('waiting');
  fake.reports.onStuck(1.5);
  jest.useRealTimers();
  expect(engine.destroy).toHaveBeenCalledTimes(1);
  expect(now()).toMatchObject({ generation: 1, loading: true, buffering: false });
  happens('loadeddata');
  expect(now().loading).toBe(true);

  const next = fakeVideo();
  await playback.attach(next.video);
  expect(engine.load).toHaveBeenLastCalledWith(expect.anything(), 321);
  expect(next.state).toMatchObject({ playbackRate: 1.5, paused: true });
  next.happens('loadeddata');
  expect(now()).toMatchObject({ loading: false, position: 321 });
});

test('engines that get stuck at one place again and again are a damaged film; a film that plays starts the count again', async () => {
  const film = await playing();
  const stuck = async () => {
    fake.reports.onStuck(1);
    const next = fakeVideo();
    if (!film.now().problem) await film.playback.attach(next.video);
    return next;
  };
  await stuck();
  const second = await stuck();
  expect(film.now()).toMatchObject({ generation: 2, problem: undefined });
  second.state.readyState = 2;
  second.moveTo(5);
  await stuck();
  await stuck();
  expect(film.now().problem).toBeUndefined();
  await stuck();
  expect(film.now()).toMatchObject({ generation: 4, problem: { reason: 'STUCK' }, loading: false });
  fake.reports.onStuck(1);
  expect(film.now().generation).toBe(4);
});

test('time in the element that was left does not count', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  const onPlayed = jest.fn();
  const { playback, moveTo, state } = await playing({ onPlayed });
  state.readyState = 2;
  moveTo(0);
  clock.mockReturnValue(5_000);
  moveTo(5);
  fake.reports.onStuck(1);
  const next = fakeVideo();
  await playback.attach(next.video);
  clock.mockReturnValue(60_000);
  next.moveTo(60);
  expect(onPlayed).toHaveBeenLastCalledWith(5_000);
});

test('a wait in the element that was left is not said in the next one', async () => {
  const { happens, now } = await playing();
  jest.useFakeTimers();
  happens('waiting');
  fake.reports.onStuck(1);
  jest.advanceTimersByTime(1_000);
  expect(now().buffering).toBe(false);
});

test('after its end nothing of the film happens any more', async () => {
  const renew = jest.fn(async () => true);
  const { playback, happens, now } = await playing({}, { renew });
  jest.useFakeTimers();
  happens('waiting');
  fake.reports.onProblem(networkProblem());
  await playback.destroy();
  expect(engine.destroy).toHaveBeenCalledTimes(1);
  const before = now();
  happens('pause', 'durationchange', 'ended', 'timeupdate');
  fake.reports.onStuck(1);
  window.dispatchEvent(new Event('online'));
  jest.advanceTimersByTime(1_000);
  expect(now()).toBe(before);
  expect(renew).not.toHaveBeenCalled();
});

test('a film that is left while its engine is made neither loads nor plays', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  fake.making.ready = promise;
  const { video, state } = fakeVideo();
  const playback = new Playback(sourceOf());
  const attached = playback.attach(video);
  await playback.destroy();
  resolve();
  await attached;
  fake.making.ready = Promise.resolve();
  await waitFor(() => expect(engine.destroy).toHaveBeenCalledTimes(1));
  expect(engine.load).not.toHaveBeenCalled();
  expect(state.paused).toBe(true);
});

test('a film that is left while it loads says nothing', async () => {
  const onFailed = jest.fn();
  const playback = new Playback(sourceOf(), { onFailed });
  engine.load.mockImplementationOnce(async () => {
    await playback.destroy();
    throw new Error('closed');
  });
  const { video, state } = fakeVideo();
  await playback.attach(video);
  expect(onFailed).not.toHaveBeenCalled();
  expect([playback.store.get().problem, state.paused]).toEqual([undefined, true]);
});
