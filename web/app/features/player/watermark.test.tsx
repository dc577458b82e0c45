import '../../testing/video-element.ts';
import { jest } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import * as fake from '../../testing/fake-playing.ts';
import { doing, showPage } from '../../testing/show-page.tsx';
import { Playback } from './playback.ts';
import { Player } from './player.tsx';

const TEXT = 'Ana Reis · 7f3a21c0';

/** Where an element is; jsdom lays nothing out. */
const lies = (element: Element, left: number, top: number, width: number, height: number) =>
  Object.assign(element, { getBoundingClientRect: () => ({ left, top, width, height }) as DOMRect });

async function open(watermark = TEXT) {
  const playback = new Playback(fake.sourceOf({ watermark }));
  await showPage(
    <Player
      {...{ playback, source: fake.sourceOf(), title: 'Salt', trickplayUrl: '' }}
      filmHref="/feed/f1"
      watchHref="/watch"
    />,
  );
  const video = screen.getByLabelText('Salt', { selector: 'video' }) as HTMLVideoElement;
  const mark = watermark ? await screen.findByText((text) => text.startsWith(TEXT)) : undefined;
  return { playback, video, mark: mark as HTMLElement, frame: screen.getByRole('region', { name: 'Player: Salt' }) };
}
const endedFor = (playback: Playback) => playback.store.get().problem?.reason;

afterEach(() => {
  cleanup();
  jest.useRealTimers();
  document.head.querySelector('style[data-hides]')?.remove();
  // What a test put elsewhere.
  document.body.replaceChildren();
});

test('the viewer reads their name and the time over the picture, which moves now and then [WAT-14:watermark]', async () => {
  jest.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
  const { mark, playback, video } = await open();
  lies(video, 0, 0, 300, 200);
  lies(mark, 100, 100, 90, 20);
  await doing(() => video.dispatchEvent(new Event('resize')));
  const [text, place] = [mark.textContent, mark.style.left];
  expect(text).toMatch(/Ana Reis · 7f3a21c0\n.*2026/);
  await act(() => jest.advanceTimersByTimeAsync(61_000));
  expect(mark.textContent).not.toBe(text);
  expect(mark.style.left).not.toBe(place);
  expect(endedFor(playback)).toBeUndefined();
});

test('in a player that is higher than the film, the watermark is over the picture and not in the bars [WAT-14:watermark]', async () => {
  const { mark, video, playback } = await open();
  // 16:9 in 400 by 800: the picture is 225 high, from 287.5.
  lies(video, 10, 20, 400, 800);
  lies(screen.getByRole('region', { name: 'Player: Salt' }), 10, 20, 400, 800);
  lies(mark, 50, 330, 90, 20);
  Object.defineProperties(video, { videoWidth: { value: 1920 }, videoHeight: { value: 1080 } });
  await doing(() => video.dispatchEvent(new Event('resize')));
  expect(Number.parseFloat(mark.style.top)).toBeGreaterThan(287.5);
  expect(Number.parseFloat(mark.style.top)).toBeLessThan(512.5);
  expect(endedFor(playback)).toBeUndefined();
  lies(mark, 50, 30, 90, 20);
  await waitFor(() => expect(endedFor(playback)).toBe('WATERMARK_HIDDEN'), { timeout: 3_000 });
});

test('in a player that is wider than the film, all of the watermark is over the picture wherever it moves [WAT-14:watermark]', async () => {
  jest.useFakeTimers();
  const { mark, video } = await open();
  // 9:16 in 800 by 400: the picture is 225 wide, from 287.5 to 512.5.
  lies(video, 0, 0, 800, 400);
  lies(mark, 300, 100, 90, 20);
  Object.defineProperties(video, { videoWidth: { value: 1080 }, videoHeight: { value: 1920 } });
  await doing(() => video.dispatchEvent(new Event('resize')));
  const places = new Set<number>();
  for (let turn = 0; turn < 5; turn += 1) {
    const [left, widest] = [mark.style.left, mark.style.maxWidth].map(Number.parseFloat) as [number, number];
    expect(left).toBeGreaterThan(287.5);
    expect(widest).toBeGreaterThan(0);
    expect(left + widest).toBeCloseTo(512.5);
    places.add(left);
    await act(() => jest.advanceTimersByTimeAsync(20_000));
  }
  expect(places.size).toBe(5);
});

type Opened = Awaited<ReturnType<typeof open>>;
test.each<[string, (opened: Opened) => unknown]>([
  ['is taken out', ({ mark }) => mark.remove()],
  ['is emptied', ({ mark }) => mark.replaceChildren('Somebody')],
  ['is not displayed', ({ mark }) => mark.style.setProperty('display', 'none')],
  ['is invisible', ({ mark }) => mark.style.setProperty('visibility', 'hidden')],
  ['is transparent', ({ mark }) => mark.style.setProperty('opacity', '0.1')],
  ['has no colour', ({ mark }) => mark.style.setProperty('color', 'transparent')],
  ['is too small', ({ mark }) => mark.style.setProperty('font-size', '1px')],
  ['is clipped', ({ mark }) => mark.style.setProperty('clip-path', 'inset(100%)')],
  ['is put elsewhere', ({ mark }) => document.body.append(mark)],
  [
    'is hidden by a style sheet',
    ({ mark }) => {
      mark.id = 'mark';
      const style = document.createElement('style');
      style.dataset.hides = '';
      style.textContent = '#mark { display: none }';
      document.head.append(style);
    },
  ],
  [
    'is beside the picture',
    ({ mark, video }) => {
      lies(video, 0, 0, 300, 200);
      lies(mark, 400, 0, 90, 20);
    },
  ],
  [
    'is left behind by a picture that fills the screen alone',
    ({ video }) => {
      Object.defineProperty(document, 'fullscreenElement', { value: video, configurable: true });
      document.dispatchEvent(new Event('fullscreenchange'));
    },
  ],
])('a watermark that %s ends playback [WAT-14:watermark]', async (_how, hide) => {
  const opened = await open();
  expect(endedFor(opened.playback)).toBeUndefined();
  await doing(() => hide(opened));
  await waitFor(() => expect(endedFor(opened.playback)).toBe('WATERMARK_HIDDEN'), { timeout: 3_000 });
  Object.defineProperty(document, 'fullscreenElement', { value: null, configurable: true });
  expect(opened.video.paused).toBe(true);
  expect(screen.getByRole('alert').textContent).toContain('This film plays with your name over the picture.');
});

test('a film with a watermark plays in its page alone; one without is left alone [WAT-14:watermark]', async () => {
  const { video, playback } = await open();
  expect(['disablepictureinpicture', 'disableremoteplayback'].map((name) => video.hasAttribute(name))).toEqual([
    true,
    true,
  ]);
  video.requestPictureInPicture = jest.fn(async () => ({}) as PictureInPictureWindow);
  await playback.togglePictureInPicture();
  expect(video.requestPictureInPicture).not.toHaveBeenCalled();
  cleanup();
  const plain = await open('');
  plain.video.requestPictureInPicture = jest.fn(async () => ({}) as PictureInPictureWindow);
  await plain.playback.togglePictureInPicture();
  expect(plain.video.requestPictureInPicture).toHaveBeenCalledTimes(1);
});
