import { readThumbnails, thumbnailAt } from './thumbnails.ts';

const vtt = `WEBVTT

00:00:00.000 --> 00:00:05.000
thumbnails-001.jpg#xywh=0,0,240,134

00:00:05.000 --> 00:00:10.000
thumbnails-001.jpg#xywh=240,0,240,134

01:00:00.000 --> 01:00:05.500
thumbnails-002.jpg#xywh=0,134,240,134
`;

test('reads the regions of the sheets', () => {
  expect(readThumbnails(vtt)).toEqual([
    { from: 0, to: 5, sheet: 'thumbnails-001.jpg', x: 0, y: 0, width: 240, height: 134 },
    { from: 5, to: 10, sheet: 'thumbnails-001.jpg', x: 240, y: 0, width: 240, height: 134 },
    { from: 3600, to: 3605.5, sheet: 'thumbnails-002.jpg', x: 0, y: 134, width: 240, height: 134 },
  ]);
});

test.each([
  [0, 0],
  [4.9, 0],
  [5, 5],
  [4000, 3600],
])('at %d s the picture from %d s is shown', (second, from) => {
  expect(thumbnailAt(readThumbnails(vtt), second)?.from).toBe(from);
});

test('a track without pictures shows none', () => {
  expect(thumbnailAt(readThumbnails('WEBVTT\n'), 3)).toBeUndefined();
});
