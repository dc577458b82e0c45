import { beginningOf } from './beginning.ts';

/** Of `video-720p`, as 16 by 9. */
const sizeOf = (name: string) => {
  const height = Number(/(\d+)p/.exec(name)?.[1] ?? 0);
  return height ? `width="${Math.round((height * 16) / 9)}" height="${height}"` : '';
};
const SCREEN = { width: 1920, height: 1080 };
const representation = (name: string, bandwidth: number, start = '1') =>
  `<Representation id="${name}" bandwidth="${bandwidth}" ${sizeOf(name)}><SegmentTemplate timescale="12288" startNumber="${start}"
    initialization="${name}-init.mp4" media="${name}-$Number%05d$.m4s"></SegmentTemplate></Representation>`;
const set = (kind: string, ...representations: string[]) =>
  `<AdaptationSet id="${kind}" contentType="${kind}">${representations.join('')}</AdaptationSet>`;
const manifest = (...sets: string[]) =>
  `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period id="0">${sets.join('')}</Period></MPD>`;

const VIDEO = set(
  'video',
  representation('video-720p', 3_000_000),
  representation('video-360p', 700_000),
  representation('video-540p', 1_700_000),
);
const AUDIO = set('audio', representation('audio-0', 100_000));

test.each([
  ['the best that leaves a twentieth', 1_900_000, 'video-540p'],
  ['with its sound', 1_890_000, 'video-360p'],
  ['and the smallest when none does', 100_000, 'video-360p'],
  ['or the best there is', 50_000_000, 'video-720p'],
])('a film begins with %s', (_what, bandwidth, video) => {
  expect(beginningOf(manifest(VIDEO, AUDIO), bandwidth, SCREEN)).toEqual([
    ...[`${video}-init.mp4`, `${video}-00001.m4s`],
    ...['audio-0-init.mp4', 'audio-0-00001.m4s'],
  ]);
});

test.each([
  ['a phone that is held upright', { width: 1170, height: 2532 }, 'video-720p'],
  ['a small window', { width: 640, height: 500 }, 'video-360p'],
  ['a wide window that is as high as the picture', { width: 4_000, height: 720 }, 'video-720p'],
])('%s begins with nothing larger than what fills it', (_what, box, video) => {
  const large = set(
    'video',
    ...[360, 540, 720, 2160].map((height) => representation(`video-${height}p`, height * 2_000)),
  );
  expect(beginningOf(manifest(large, AUDIO), 90_000_000, box)[0]).toBe(`${video}-init.mp4`);
});

test('of several sounds none is taken, and the numbers begin where the manifest says', () => {
  const sounds = set('audio', representation('audio-0', 100_000), representation('audio-1', 100_000));
  const video = set('video', representation('video-360p', 700_000, '12'));
  expect(beginningOf(manifest(video, sounds), 1_000_000, SCREEN)).toEqual([
    'video-360p-init.mp4',
    'video-360p-00012.m4s',
  ]);
});

test('a film begins with what leaves exactly a twentieth', () => {
  const video = set('video', representation('video-360p', 700_000), representation('video-540p', 1_800_000));
  expect(beginningOf(manifest(video, AUDIO), 2_000_000, SCREEN)[0]).toBe('video-540p-init.mp4');
});

test('what is no manifest of ours has no beginning', () => {
  const half = '<Representation bandwidth="1"><SegmentTemplate initialization="a.mp4"/></Representation>';
  expect(beginningOf(manifest(set('video', half)), 1_000_000, SCREEN)).toEqual([]);

  expect(beginningOf('not found', 1_000_000, SCREEN)).toEqual([]);
  expect(beginningOf(manifest(set('video', '<Representation bandwidth="1"/>')), 1_000_000, SCREEN)).toEqual([]);
});
