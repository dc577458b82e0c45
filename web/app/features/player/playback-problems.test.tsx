import '../../testing/component-tests.ts';
import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import * as fake from '../../testing/fake-playing.ts';
import { Playback } from './playback.ts';
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
  test('is as fast as the film was, however often it is needed', async () => {
    const { playback, state, now, happens } = await playing();
    playback.setRate(1.5);
    happens('ratechange');
    const usual = async () => {
      state.playbackRate = 1;
      happens('ratechange');
    };
    engine.destroy.mockImplementation(usual);
    engine.load.mockImplementationOnce(usual).mockImplementationOnce(async () => {
      await usual();
      throw new Error('broken');
    });
    for (const _time of [1, 2, 3]) {
      fake.reports.onProblem(networkProblem());
      state.readyState = 0;
      await playback.retry();
      happens('ratechange');
      expect([state.playbackRate, now().rate]).toEqual([1.5, 1.5]);
    }
    engine.destroy.mockReset().mockResolvedValue(undefined);
  });

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
