import '../../testing/video-element.ts';
import { jest } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import * as fake from '../../testing/fake-playing.ts';
import { doing, press, showPage } from '../../testing/show-page.tsx';
import { chapterAt, chapterFrom, chaptersFile, spansOf } from './chapters.ts';
import { addChaptersTrack } from './chapters-track.ts';
import { Playback } from './playback.ts';
import { Player } from './player.tsx';

const CHAPTERS = [
  { startS: 0, title: 'The crossing' },
  { startS: 61, title: 'Salt & <letters>' },
  { startS: 300, title: 'Home' },
  { startS: 600, title: 'After the end' },
];
const spans = spansOf(CHAPTERS, 600);

/** jsdom's blobs cannot be read by themselves. */
function textOf(blob: Blob | undefined): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.readAsText(blob as Blob);
  return promise;
}

test('chapters last until the next one or the end; those after it are left out [STU-12:chapters]', () => {
  expect(spans.map(({ startS, endS }) => [startS, endS])).toEqual([
    [0, 61],
    [61, 300],
    [300, 600],
  ]);
  expect(spansOf(CHAPTERS, 0)).toEqual([]);
  expect(chapterAt(spans, 60.9)?.title).toBe('The crossing');
  expect(chapterAt(spans, 61)?.title).toBe('Salt & <letters>');
  expect(chapterAt(spansOf([{ startS: 5, title: 'Late' }], 600), 4)).toBeUndefined();
});

test.each([
  [0, 1, 61],
  [61, 1, 300],
  [300, 1, undefined],
  [100, -1, 61],
  [64, -1, 0],
  [64.1, -1, 61],
  [1, -1, 0],
] as const)('from second %d by %d to %p', (second, step, to) => {
  expect(chapterFrom(spans, second, step)).toBe(to);
  expect(chapterFrom([], second, step)).toBeUndefined();
});

test('they are a WebVTT file, whatever is in their titles [WAT-12:chapters]', () => {
  expect(chaptersFile(spansOf(CHAPTERS.slice(0, 2), 3_661.5))).toBe(
    'WEBVTT\n\n1\n00:00:00.000 --> 00:01:01.000\nThe crossing\n\n2\n00:01:01.000 --> 01:01:01.500\nSalt &amp; &lt;letters&gt;\n',
  );
});

describe('in the player', () => {
  const blobs: Blob[] = [];
  beforeEach(() => {
    blobs.length = 0;
    localStorage.clear();
    URL.createObjectURL = jest.fn((blob: Blob | MediaSource) => `blob:${blobs.push(blob as Blob)}`);
    URL.revokeObjectURL = jest.fn();
  });

  async function open(chapters = CHAPTERS) {
    const playback = new Playback(fake.sourceOf({ chapters }));
    await showPage(
      <Player
        {...{ playback, source: fake.sourceOf(), title: 'Salt', trickplayUrl: '' }}
        filmHref="/feed/f1"
        watchHref="/watch"
      />,
    );
    const element = screen.getByLabelText('Salt', { selector: 'video' }) as HTMLVideoElement;
    Object.defineProperty(element, 'duration', { value: 600 });
    await doing(() => {
      for (const name of ['durationchange', 'loadeddata']) element.dispatchEvent(new Event(name));
    });
    return { playback, element };
  }
  const key = (name: string) => doing(() => fireEvent.keyDown(document.body, { key: name }));

  test('chapters are on the seek bar, in a list, behind keys and in a track of the video [WAT-12:chapters]', async () => {
    const { element } = await open();
    const bar = () => screen.getByRole('slider', { name: 'Position in the film' }).getAttribute('aria-valuetext');
    expect(bar()).toMatch(/, The crossing$/);
    const track = element.querySelector('track[kind="chapters"]') as HTMLTrackElement;
    expect(track.src).toBe('blob:1');
    expect(await textOf(blobs[0])).toContain('00:05:00.000 --> 00:10:00.000\nHome');

    await press('Chapters');
    const list = within(await screen.findByRole('dialog', { name: 'Chapters' }));
    const names = list.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names).toEqual(['0:00The crossing', '1:01Salt & <letters>', '5:00Home']);
    expect(list.getByRole('button', { current: true }).textContent).toBe('0:00The crossing');
    await doing(() => fireEvent.click(list.getByText('Home')));
    expect(element.currentTime).toBe(300);
    expect(bar()).toMatch(/, Home$/);

    await key('p');
    expect(element.currentTime).toBe(61);
    await key('n');
    expect(element.currentTime).toBe(300);
    await key('n');
    expect(element.currentTime).toBe(300);
  });

  test('the track is taken from the video, and its file is freed', () => {
    const video = document.createElement('video');
    const remove = addChaptersTrack(video, spans);
    expect(video.querySelectorAll('track')).toHaveLength(1);
    remove();
    expect(video.querySelector('track')).toBeNull();
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:1');
  });

  test('a film without chapters has no list and no track', async () => {
    const { element } = await open([]);
    expect(screen.queryByRole('button', { name: 'Chapters' })).toBeNull();
    expect(element.querySelector('track')).toBeNull();
    await key('n');
    expect(element.currentTime).toBe(0);
  });
});
