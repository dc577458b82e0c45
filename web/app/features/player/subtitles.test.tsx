import '../../testing/video-element.ts';
import { jest } from '@jest/globals';
import { TextTrackKind } from '@marquee/contracts/media/v1/media_pb';
import { Subtitles, type TextFile } from './subtitles.ts';

const file = (id: string, language: string, part: Partial<TextFile> = {}): TextFile => ({
  ...{ id, language, kind: TextTrackKind.SUBTITLES, isDefault: false, file: `text-${id}.vtt`, ...part },
});
const CAPTIONS = { kind: TextTrackKind.CAPTIONS };
const FILES = [file('fr', 'fr'), file('en', 'en'), file('en-cc', 'en', CAPTIONS)];

function opened(files = FILES) {
  let address = '/v/first/t1/';
  const source = {
    signedUrl: () => address,
    freshUrl: async () => address,
    renew: jest.fn(async () => {
      address = '/v/second/t1/';
      return true;
    }),
  };
  const onChange = jest.fn();
  const subtitles = new Subtitles(source, files, onChange);
  const video = document.createElement('video');
  subtitles.attach(video);
  const shown = () =>
    [...video.querySelectorAll('track')].filter(({ track }) => track.mode === 'showing').map(({ label }) => label);
  return { subtitles, video, source, shown, onChange };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => localStorage.clear());

test('a file is requested when it is chosen, under the address of the film [WAT-12:subtitles]', async () => {
  const { subtitles, video, shown, source } = opened();
  expect(video.querySelector('track')).toBeNull();
  subtitles.choose('en-cc');
  await settled();
  expect(shown()).toEqual(['English (captions)']);
  const track = video.querySelector('track');
  expect(track?.src).toBe('http://localhost/v/first/t1/text-en-cc.vtt');
  expect([track?.kind, track?.srclang]).toEqual(['captions', 'en']);

  track?.dispatchEvent(new Event('error'));
  track?.dispatchEvent(new Event('error'));
  await settled();
  expect(track?.src).toBe('http://localhost/v/second/t1/text-en-cc.vtt');
  expect(source.renew).toHaveBeenCalledTimes(1);

  subtitles.choose('fr');
  expect(shown()).toEqual(['French']);
  subtitles.choose(undefined);
  expect(shown()).toEqual([]);
  subtitles.toggle();
  expect(shown()).toEqual(['French']);
});

test.each([
  ['nobody chose, and there is no default', undefined, FILES, []],
  ['nobody chose', undefined, [...FILES, file('es', 'es', { isDefault: true })], ['Spanish']],
  ['none were chosen', false, [...FILES, file('es', 'es', { isDefault: true })], []],
  ['captions were chosen', { language: 'en', captions: true }, FILES, ['English (captions)']],
  ['captions were chosen where there are none', { language: 'fr', captions: true }, FILES, ['French']],
  ['a language was chosen that this film lacks', { language: 'ja', captions: false }, FILES, []],
  ['what was kept is damaged', { language: 7 }, FILES, []],
])('where %s, %j, the next film begins with it [WAT-12:subtitles SET-14:captions]', (_when, kept, files, labels) => {
  if (kept !== undefined) localStorage.setItem('marquee.subtitles', JSON.stringify(kept));
  expect(opened(files).shown()).toEqual(labels);
});

test('a choice is kept, and the key for subtitles begins with the language of the page', () => {
  const first = opened();
  first.subtitles.toggle();
  expect(first.shown()).toEqual(['English']);
  expect(opened().shown()).toEqual(['English']);
  first.subtitles.toggle();
  expect(opened().shown()).toEqual([]);
});

test('a new video element continues with what was shown', () => {
  const { subtitles, shown, onChange } = opened();
  subtitles.choose('fr');
  const next = document.createElement('video');
  subtitles.attach(next);
  expect(next.querySelector('track')?.label).toBe('French');
  expect(shown()).toEqual(['French']);
  expect(onChange).toHaveBeenLastCalledWith({ text: expect.any(Array), textTrack: 'fr' });
});
