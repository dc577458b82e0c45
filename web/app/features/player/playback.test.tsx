import '../../testing/component-tests.ts';
import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import * as fake from '../../testing/fake-playing.ts';
import { damagedProblem, networkProblem } from './problem.ts';

const { playing } = fake;

beforeEach(() => jest.clearAllMocks());

test('the film is loaded at the resume position [WAT-10:browser]', async () => {
  await playing({}, { startS: 125.5 });
  expect(fake.engine.load).toHaveBeenCalledWith({ dash: 'manifest.mpd', hls: 'master.m3u8' }, 125.5);
});

test('the first frame is reported once, and before it the position is where playback will start', async () => {
  const onStarted = jest.fn();
  const { playback, video, state, moveTo } = await playing({ onStarted }, { startS: 125.5 });
  expect(playback.position).toBe(125.5);
  state.readyState = 2;
  moveTo(126);
  for (let times = 0; times < 2; times += 1) video.dispatchEvent(new Event('loadeddata'));
  expect(onStarted).toHaveBeenCalledTimes(1);
  expect(playback.position).toBe(126);
});

test('a film that stopped for want of a network continues by itself when there is one [WAT-12:online]', async () => {
  const { playback } = await playing({});
  fake.reports.onProblem(networkProblem());
  expect(playback.store.get().problem?.reason).toBe('NETWORK');
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(fake.engine.load).toHaveBeenCalledTimes(2));
  expect(playback.store.get().problem).toBeUndefined();
  fake.reports.onProblem(damagedProblem('SHAKA_3016'));
  window.dispatchEvent(new Event('online'));
  expect(playback.store.get().problem?.reason).toBe('SHAKA_3016');
  await playback.destroy();
});

test('the end of the file finishes the film once [WAT-08:end]', async () => {
  const onFinish = jest.fn();
  const { video } = await playing({ onFinish });
  video.dispatchEvent(new Event('ended'));
  video.dispatchEvent(new Event('ended'));
  expect(onFinish).toHaveBeenCalledTimes(1);
});

test('reaching the running time finishes the film while its credits continue [WAT-08:running-time]', async () => {
  const onFinish = jest.fn();
  const { moveTo } = await playing({ onFinish }, { runningTimeS: 540 });
  moveTo(539);
  expect(onFinish).not.toHaveBeenCalled();
  moveTo(540);
  moveTo(541);
  expect(onFinish).toHaveBeenCalledTimes(1);
});

test('play and pause are reported, and a pause at the very end is not', async () => {
  const onPlay = jest.fn();
  const onPause = jest.fn();
  const { playback, video, state } = await playing({ onPlay, onPause });
  playback.togglePlay();
  expect(onPause).toHaveBeenCalledTimes(1);
  playback.togglePlay();
  expect(onPlay).toHaveBeenCalledTimes(2);
  state.ended = true;
  video.pause();
  expect(onPause).toHaveBeenCalledTimes(1);
});

test('waiting is said after 300 ms and not before', async () => {
  const { playback, video } = await playing({});
  jest.useFakeTimers();
  video.dispatchEvent(new Event('waiting'));
  jest.advanceTimersByTime(299);
  expect(playback.store.get().buffering).toBe(false);
  jest.advanceTimersByTime(2);
  expect(playback.store.get().buffering).toBe(true);
  video.dispatchEvent(new Event('playing'));
  expect(playback.store.get().buffering).toBe(false);
  jest.useRealTimers();
});

test('a session that ended stops the film for good', async () => {
  const { playback, state } = await playing({});
  playback.end({ reason: 'SIGNED_OUT', message: 'You were signed out.', remedy: 'sign-in' });
  expect(state.paused).toBe(true);
  expect(fake.engine.destroy).toHaveBeenCalled();
  await playback.play();
  expect(state.paused).toBe(true);
});

test('the rate that an engine holds while it waits is not the speed that the viewer chose', async () => {
  const { playback, video, state } = await playing({});
  playback.setRate(1.5);
  video.dispatchEvent(new Event('ratechange'));
  state.playbackRate = 0;
  video.dispatchEvent(new Event('ratechange'));
  expect(playback.store.get().rate).toBe(1.5);
});
