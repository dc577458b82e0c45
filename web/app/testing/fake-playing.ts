import './track-element.ts';
import { jest } from '@jest/globals';
import type { EngineEvents, SignedSource } from '../features/player/engine.ts';
import type { PlaybackListener, PlaybackSource } from '../features/player/playback.ts';
import { PlaybackQuality } from '../features/player/playback-quality.ts';

/** A fake engine: it loads at once and can continue after a problem. */
export const engine = {
  load: jest.fn(async () => {}),
  chooseQuality: jest.fn(),
  chooseAudio: jest.fn(),
  recover: jest.fn(() => true),
  destroy: jest.fn(async () => {}),
};
/** Reports of the engine that was made last. */
export let reports: EngineEvents;
/** What making an engine waits for. */
export const making = { ready: Promise.resolve() };

jest.unstable_mockModule('../features/player/shaka-engine.ts', () => ({
  createShakaEngine: async (_video: HTMLVideoElement, _source: SignedSource, events: EngineEvents) => {
    reports = events;
    await making.ready;
    return engine;
  },
}));
const { Playback } = await import('../features/player/playback.ts');

/** A video element that plays, pauses and moves when it is asked to, and has ten minutes. */
export function fakeVideo() {
  const video = document.createElement('video');
  const state = { paused: true, duration: 600, seeking: false, playbackRate: 1, ended: false, readyState: 0 };
  for (const name of Object.keys(state) as (keyof typeof state)[]) {
    Object.defineProperty(video, name, {
      get: () => state[name],
      set: (value) => Object.assign(state, { [name]: value }),
    });
  }
  let at = 0;
  Object.defineProperty(video, 'currentTime', { get: () => at, set: (value: number) => (at = value) });
  Object.defineProperty(video, 'buffered', { get: () => ({ length: 1, start: () => at, end: () => at + 30 }) });
  video.play = async () => {
    state.paused = false;
    video.dispatchEvent(new Event('play'));
  };
  video.pause = () => {
    state.paused = true;
    video.dispatchEvent(new Event('pause'));
  };
  const happens = (...events: string[]) => {
    for (const event of events) video.dispatchEvent(new Event(event));
  };
  const moveTo = (second: number) => {
    at = second;
    happens('timeupdate');
  };
  return { video, state, moveTo, happens };
}

/** A source of addresses that are always renewed. */
export function sourceOf(part: Partial<PlaybackSource> = {}): PlaybackSource {
  return {
    signedUrl: () => '/v/token/version/',
    freshUrl: async () => '/v/token/version/',
    renew: async () => true,
    manifests: { dash: 'manifest.mpd', hls: 'master.m3u8' },
    startS: 0,
    ...part,
  };
}

/** A film that plays in a fake video element. @param change makes the element another one */
export async function playing(
  listener: PlaybackListener = {},
  part: Partial<PlaybackSource> = {},
  change: (video: HTMLVideoElement) => void = () => {},
) {
  const fake = fakeVideo();
  change(fake.video);
  const quality = new PlaybackQuality();
  const playback = new Playback(sourceOf(part), listener, quality);
  await playback.attach(fake.video);
  fake.happens('durationchange');
  return { playback, quality, ...fake, now: () => playback.store.get() };
}
