import { beginningOf } from './beginning.ts';

const representation = (name: string, bandwidth: number, start = '1') =>
  `<Representation id="${name}" bandwidth="${bandwidth}"><SegmentTemplate timescale="12288" startNumber="${start}"
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
  expect(beginningOf(manifest(VIDEO, AUDIO), bandwidth)).toEqual([
    ...[`${video}-init.mp4`, `${video}-00001.m4s`],
    ...['audio-0-init.mp4', 'audio-0-00001.m4s'],
  ]);
});

test('of several sounds none is taken, and the numbers begin where the manifest says', () => {
  const sounds = set('audio', representation('audio-0', 100_000), representation('audio-1', 100_000));
  const video = set('video', representation('video-360p', 700_000, '12'));
  expect(beginningOf(manifest(video, sounds), 1_000_000)).toEqual(['video-360p-init.mp4', 'video-360p-00012.m4s']);
});

test('what is no manifest of ours has no beginning', () => {
  expect(beginningOf('not found', 1_000_000)).toEqual([]);
  expect(beginningOf(manifest(set('video', '<Representation bandwidth="1"/>')), 1_000_000)).toEqual([]);
});
