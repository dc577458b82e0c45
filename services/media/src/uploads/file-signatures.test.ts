import { looksLikePicture, looksLikeVideo } from './file-signatures.ts';

const latin = (text: string, length = 1_024) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(length)]);
function packets(length: number, at = 0): Buffer {
  const bytes = Buffer.alloc(1_024);
  for (let packet = at; packet < bytes.length; packet += length) bytes[packet] = 0x47;
  return bytes;
}
const mxf = Buffer.from('060e2b34020501010d0102010102040000', 'hex');

test.each([
  ['MP4', latin('\0\0\0 ftypisom')],
  ['QuickTime with its index at the end', latin('\0\0\0\x08wide\0\0\0\0mdat')],
  ['Matroska', latin('\x1aE\xdf\xa3')],
  ['AVI', latin('RIFF\0\0\0\0AVI LIST')],
  ['ASF', latin('0&\xb2u\x8ef\xcf\x11')],
  ['an MPEG program stream', latin('\0\0\x01\xba')],
  ['an MPEG transport stream', packets(188)],
  ['a transport stream of a camera', packets(192, 4)],
  ['MXF', latin(mxf.toString('latin1'))],
  ['MXF behind a run-in', Buffer.concat([Buffer.alloc(60_000, 1), mxf, Buffer.alloc(10)])],
])('%s looks like a video', (_what, head) => {
  expect(looksLikeVideo(head)).toBe(true);
});

test.each([
  ['JPEG', '\xff\xd8\xff\xe0'],
  ['PNG', '\x89PNG\r\n\x1a\n'],
  ['WebP', 'RIFF\0\0\0\0WEBPVP8 '],
  ['AVIF', '\0\0\0 ftypavif\0\0\0\0avifmif1miaf'],
  ['TIFF', 'II*\0'],
])('%s looks like a picture and not like a video that is no ISO file', (name, head) => {
  expect(looksLikePicture(latin(head))).toBe(true);
  // Of an ISO file the check of its contents decides.
  expect(looksLikeVideo(latin(head))).toBe(name === 'AVIF');
});

test.each([
  ['nothing', ''],
  ['PDF', '%PDF-1.7'],
  ['ZIP', 'PK\x03\x04'],
  ['WAVE', 'RIFF\0\0\0\0WAVEfmt '],
  ['a web page', '<!doctype html>'],
])('%s looks like neither', (_what, head) => {
  expect([looksLikeVideo(latin(head)), looksLikePicture(latin(head))]).toEqual([false, false]);
});

test('a film is no picture', () => {
  expect(looksLikePicture(latin('\0\0\0 ftypisom\0\0\x02\0isomiso2avc1mp41'))).toBe(false);
});
