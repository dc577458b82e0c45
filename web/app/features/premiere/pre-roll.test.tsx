import '../../testing/video-element.ts';
import { jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { PreRoll } from './pre-roll.tsx';

const still = { uri: '/images/i1', width: 1280, height: 720, widths: [360], thumbhash: '' };

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] });
});
afterEach(() => void jest.useRealTimers());

async function open(props: Partial<Parameters<typeof PreRoll>[0]> = {}) {
  const onOver = jest.fn();
  const shown = render(<PreRoll uri="/a.mp4" lengthS={30} still={still as never} onOver={onOver} {...props} />);
  await act(async () => {});
  const video = shown.container.querySelector('video') as HTMLVideoElement;
  const say = (name: string) => act(() => void video.dispatchEvent(new Event(name)));
  const at = (second: number) => act(() => void Object.assign(video, { currentTime: second }));
  const hasStill = () => shown.container.querySelector('img, picture') !== null;
  return { ...shown, onOver, video, say, at, hasStill };
}
const passing = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)));

test('it plays over the still and ends once, with how much of it was shown [WAT-05:pre-roll]', async () => {
  const { video, at, say, onOver, hasStill, unmount } = await open();
  expect(video.getAttribute('src')).toBe('/a.mp4');
  expect(hasStill()).toBe(false);
  expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
  at(29.9);
  expect(onOver).not.toHaveBeenCalled();
  at(12.3456);
  say('ended');
  expect(onOver.mock.calls).toEqual([[12_346]]);
  say('ended');
  at(31);
  expect(onOver).toHaveBeenCalledTimes(1);
  unmount();
  expect(video.getAttribute('src')).toBeNull();
});

test('one that is longer than it was said to be ends at that length', async () => {
  const { at, onOver } = await open();
  at(30.2);
  expect(onOver.mock.calls).toEqual([[30_000]]);
});

test('one that cannot be shown leaves the still until the film', async () => {
  const { say, onOver, hasStill } = await open();
  say('error');
  expect(onOver.mock.calls).toEqual([[0]]);
  expect(hasStill()).toBe(true);
});

test('one that has not begun within six seconds is left out; one that plays continues', async () => {
  const waiting = await open();
  await passing(5_999);
  expect(waiting.onOver).not.toHaveBeenCalled();
  await passing(1);
  expect(waiting.onOver.mock.calls).toEqual([[0]]);
  waiting.unmount();
  const playing = await open();
  playing.at(5);
  await passing(20_000);
  expect(playing.onOver).not.toHaveBeenCalled();
});

test.each([
  ['NotAllowedError', true],
  ['AbortError', false],
])('a browser that plays nothing by itself is asked by a button: %s', async (name, isAsked) => {
  const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValueOnce(new DOMException('no', name));
  const { onOver } = await open();
  const button = screen.queryByRole('button', { name: 'Play' });
  expect(button !== null).toBe(isAsked);
  play.mockRestore();
  if (!button) return;
  await passing(20_000);
  expect(onOver).not.toHaveBeenCalled();
  await act(async () => void fireEvent.click(button));
  expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
});

test('its sound is turned off and on, and that is kept for the film', async () => {
  const { video, say, unmount } = await open();
  fireEvent.click(screen.getByRole('button', { name: 'Sound off' }));
  expect(video.muted).toBe(true);
  say('volumechange');
  expect(screen.getByRole('button', { name: 'Sound on' })).toBeTruthy();
  unmount();
  const again = await open();
  expect(again.video.muted).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Sound on' }));
  again.say('volumechange');
  expect(screen.getByRole('button', { name: 'Sound off' })).toBeTruthy();
});

describe('what everybody sees at the same time', () => {
  test('begins where the others are and jumps to them when it is far behind', async () => {
    let live = 7;
    const { video, onOver } = await open({ live: () => live, lengthS: 590 });
    await act(async () => video.load());
    expect(video.currentTime).toBe(7);
    await passing(20_000);
    expect(video.currentTime).toBe(7);
    expect(onOver).not.toHaveBeenCalled();
    live = 107;
    await passing(250);
    expect(Math.abs(video.currentTime - 107)).toBeLessThan(1);
  });

  test('gets in step by its speed, does not jump behind its end, and is left alone while it is paused', async () => {
    let live = 100;
    const { video } = await open({ live: () => live, lengthS: 590 });
    await act(async () => video.load());
    live = 100.5;
    await passing(250);
    expect(video.playbackRate).toBeGreaterThan(1);
    live = 700;
    await passing(250);
    expect(video.currentTime).toBe(100);
    act(() => video.pause());
    live = 300;
    await passing(10_000);
    expect(video.currentTime).toBe(100);
  });

  test.each([
    ['it waited for data', {}, false],
    ['somebody had paused it', { paused: true }, true],
    ['it looked for its place', { seeking: true }, true],
  ])(
    'two seconds behind after %s: by its speed only where a jump would wait for data again',
    async (_why, while_, jumps) => {
      let live = 100;
      const { video } = await open({ live: () => live, lengthS: 590 });
      await act(async () => video.load());
      await passing(5_000);
      const set = (values: object) => {
        for (const [name, value] of Object.entries(values)) {
          Object.defineProperty(video, name, { value, configurable: true });
        }
      };
      set({ readyState: 2, ...while_ });
      await passing(2_000);
      set({ readyState: 4, paused: false, seeking: false });
      live = 102;
      await passing(250);
      expect(video.currentTime > 101).toBe(jumps);
      expect(video.playbackRate > 1).toBe(!jumps);
    },
  );
});
