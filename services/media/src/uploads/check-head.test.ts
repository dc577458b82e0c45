// @requires ffmpeg
// @inputs services/media/src

import { readFile } from 'node:fs/promises';
import { UPLOAD_LIMITS, type UploadRefusal } from '@marquee/rules/media';
import { type ClipFolder, clipFolder, testTools } from '../testing/test-clips.ts';
import { refusalOfHead } from './check-head.ts';

let clips: ClipFolder;
beforeAll(async () => {
  clips = await clipFolder();
});
afterAll(() => clips.remove());

const HEAD = UPLOAD_LIMITS.headBytes;
/** A file cut or filled up to the bytes that are sent first. */
const headOf = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(HEAD)], HEAD);
const made = async (name: string, ...args: string[]) => headOf(await readFile(await clips.make(name, ...args)));
const check = (head: Buffer, kind: 'VIDEO' | 'IMAGE' = 'VIDEO') =>
  refusalOfHead({ tools: testTools(), config: { SCRATCH_DIR: clips.folder } }, kind, head);

const fast = ['-movflags', '+faststart'];
const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:d=1'];
const sound = ['-f', 'lavfi', '-i', 'sine=440:d=1'];
const x264 = [...picture, '-c:v', 'libx264', '-preset', 'ultrafast'];

test.each<[string, UploadRefusal, () => Promise<Buffer>]>([
  ['a document', 'NOT_A_VIDEO', async () => headOf(Buffer.from('%PDF-1.7'))],
  ['nothing but zeros', 'NOT_A_VIDEO', async () => headOf(Buffer.alloc(0))],
  ['a sound track in MP4', 'NO_VIDEO_TRACK', () => made('sound.mp4', ...sound, '-c:a', 'aac', ...fast)],
  [
    'a picture that is too wide',
    'VIDEO_DIMENSIONS',
    () => made('wide.mkv', '-f', 'lavfi', '-i', 'color=s=8224x32:d=0.1', '-c:v', 'mjpeg'),
  ],
  [
    'a track in a format without a name',
    'VIDEO_FORMAT_UNKNOWN',
    async () => {
      const bytes = await made('known.mp4', ...x264, ...fast);
      // The entry of the sample table that names the format, which is not the brand of the file.
      bytes.write('zzzz', bytes.indexOf('avc1', bytes.indexOf('stsd')), 'latin1');
      return bytes;
    },
  ],
])('the first bytes of %s are refused as %s [STU-11:head]', async (_what, refusal, make) => {
  expect(await check(await make())).toBe(refusal);
});

test.each<[string, () => Promise<Buffer>]>([
  // ffmpeg writes it so by itself.
  [
    'a film with its index at its end',
    async () => {
      const bytes = await readFile(await clips.make('end.mp4', ...x264));
      return headOf(bytes.subarray(0, bytes.indexOf('moov') - 4));
    },
  ],
  ['a film with its index at its beginning', () => made('front.mp4', ...x264, ...fast)],
  [
    'a film whose index at its beginning is longer than what is looked at',
    async () => {
      const bytes = await made('long.mp4', ...x264, ...fast);
      return bytes.subarray(0, bytes.indexOf('stbl'));
    },
  ],
  ['Matroska', () => made('film.mkv', ...x264)],
  ['MXF', () => made('film.mxf', ...picture, '-r', '25', '-c:v', 'mpeg2video')],
  ['an MPEG transport stream that begins with sound', () => made('sound.ts', ...sound, '-c:a', 'aac')],
])('the first bytes of %s are not refused [STU-11:head]', async (_what, make) => {
  expect(await check(await make())).toBeUndefined();
});

test('for a picture its signature decides, and a film is none', async () => {
  expect(await check(headOf(Buffer.from('ffd8ffe0', 'hex')), 'IMAGE')).toBeUndefined();
  expect(await check(await made('poster.mp4', ...x264), 'IMAGE')).toBe('NOT_A_PICTURE');
});
