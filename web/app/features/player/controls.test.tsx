import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import * as fake from '../../testing/fake-playing.ts';
import { doing, press, showPage } from '../../testing/show-page.tsx';
import { Controls } from './controls.tsx';
import { needsNativeHls } from './engine.ts';
import { Playback, type PlaybackSource } from './playback.ts';

const nothing = () => {};

async function open(part: Partial<PlaybackSource> = {}) {
  const playback = new Playback(fake.sourceOf(part));
  await showPage(
    <Controls
      {...{ playback, container: undefined, isFullscreen: false, previewAt: () => undefined }}
      {...{ onFullscreen: nothing, onShortcuts: nothing, onMenuOpen: nothing }}
    />,
  );
  const change = (state: Parameters<typeof playback.store.set>[0]) => doing(() => playback.store.set(state));
  return { playback, change };
}
const button = (name: string) => screen.queryByRole('button', { name });

test.each([
  ['none', { volume: 0, muted: false }, 'volume-x'],
  ['little', { volume: 0.45, muted: false }, 'volume-1'],
  ['much', { volume: 0.5, muted: false }, 'volume-2'],
  ['none where it is off', { volume: 0.5, muted: true }, 'volume-x'],
])('the picture of the sound says how much is heard: %s', async (_what, sound, picture) => {
  const { change } = await open();
  await change(sound);
  const icon = button(sound.muted ? 'Sound on' : 'Sound off')?.querySelector('svg');
  expect(icon?.getAttribute('class')).toContain(`lucide-${picture}`);
});

test('picture in picture is offered where the browser has it, and not of a film with a mark [WAT-12:picture-in-picture]', async () => {
  await open();
  expect(button('Picture in picture')).toBeNull();
  Object.defineProperty(document, 'pictureInPictureEnabled', { value: true, configurable: true });
  try {
    const { playback, change } = await open();
    playback.togglePictureInPicture = jest.fn(async () => {});
    await press('Picture in picture');
    expect(playback.togglePictureInPicture).toHaveBeenCalledTimes(1);
    await change({ inPictureInPicture: true });
    expect(button('Leave picture in picture')).toBeTruthy();
    await open({ watermark: 'ada@example.org' });
    expect(button('Picture in picture')).toBeNull();
  } finally {
    Reflect.deleteProperty(document, 'pictureInPictureEnabled');
  }
});

test('chapters and subtitles have their buttons once there are any, chapters not before the film', async () => {
  const { change, playback } = await open();
  const chapters = [{ startS: 0, endS: 600, title: 'The crossing' }];
  await change({ chapters, loading: true });
  expect([button('Chapters'), button('Subtitles')]).toEqual([null, null]);
  await change({ loading: false });
  expect(await screen.findByRole('button', { name: 'Chapters' })).toBeTruthy();
  const text = [{ id: '7', label: 'French' }];
  await change({ tracks: { ...playback.store.get().tracks, text, textTrack: undefined } });
  expect(button('Subtitles')?.getAttribute('aria-pressed')).toBe('false');
  await change({ tracks: { ...playback.store.get().tracks, text, textTrack: '7' } });
  expect(button('Subtitles')?.getAttribute('aria-pressed')).toBe('true');
});

test.each([
  ['no media source, and HLS of its own', [], 'maybe', true],
  ['neither', [], '', false],
  ['a media source', ['MediaSource'], 'maybe', false],
  ['a managed media source', ['ManagedMediaSource'], 'maybe', false],
] as const)('a browser with %s plays by itself, or not', (_what, has, plays, native) => {
  const canPlay = jest.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue(plays);
  for (const name of has) Object.assign(window, { [name]: class {} });
  try {
    expect(needsNativeHls()).toBe(native);
  } finally {
    for (const name of has) Reflect.deleteProperty(window, name);
    canPlay.mockRestore();
  }
});
