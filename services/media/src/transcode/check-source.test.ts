import { copyFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { UPLOAD_REFUSALS } from '@marquee/rules/media';
import { type ClipFolder, clipFolder, testTools } from '../testing/test-clips.ts';
import { withUnknownSound } from '../testing/unknown-sound.ts';
import { checkHeader, checkSource } from './check-source.ts';
import type { SourceInfo } from './probe.ts';

let clips: ClipFolder;
const tools = testTools();
beforeAll(async () => {
  clips = await clipFolder();
});
afterAll(() => clips.remove());

async function refusal(path: string): Promise<string> {
  const verdict = await checkSource(tools, path);
  return verdict.ok ? 'accepted' : verdict.refusal;
}

test('a film is measured: size, length, frames, tracks and languages [STU-11:core]', async () => {
  const path = await clips.make(
    'two-sounds.mkv',
    ...['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=2', '-f', 'lavfi', '-i', 'sine=d=2', '-f', 'lavfi', '-i'],
    ...['sine=880:d=2', '-map', '0', '-map', '1', '-map', '2', '-metadata:s:a:0', 'language=ger'],
    ...['-metadata:s:a:1', 'language=eng', '-c:v', 'libx264', '-preset', 'ultrafast'],
  );
  const verdict = await checkSource(tools, path);
  expect(verdict).toMatchObject({
    ok: true,
    source: {
      frames: 50,
      video: { width: 320, height: 180 },
      audio: [{ language: 'de' }, { language: 'en' }],
    },
  });
  if (verdict.ok) expect(verdict.source.durationS).toBeCloseTo(2, 1);
});

test('a name does not make a film, nor does a wrong one unmake it [STU-11:core]', async () => {
  const text = clips.path('text.mp4');
  await writeFile(text, 'This is no film.\n'.repeat(500));
  expect(await refusal(text)).toBe('NOT_A_VIDEO');
  const film = await clips.film();
  await copyFile(film, clips.path('film.txt'));
  expect(await refusal(clips.path('film.txt'))).toBe('accepted');
});

test('a playlist named .mp4 does not make the server open other files [STU-11:core]', async () => {
  const film = await clips.film();
  const concat = clips.path('concat.mp4');
  await writeFile(concat, `ffconcat version 1.0\nfile '${film}'\n`);
  expect(await refusal(concat)).toBe('NOT_A_VIDEO');
  const playlist = clips.path('playlist.mp4');
  await writeFile(playlist, `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${film}\n#EXT-X-ENDLIST\n`);
  expect(await refusal(playlist)).toBe('NOT_A_VIDEO');
});

test('an empty file, noise and a picture are distinguished from films', async () => {
  await writeFile(clips.path('empty.mp4'), '');
  expect(await refusal(clips.path('empty.mp4'))).toBe('EMPTY_FILE');
  await writeFile(clips.path('noise.mov'), Buffer.alloc(200_000, 0x9d));
  expect(await refusal(clips.path('noise.mov'))).toBe('NOT_A_VIDEO');
  const picture = await clips.make('picture.png', '-f', 'lavfi', '-i', 'testsrc2=s=320x180', '-frames:v', '1');
  await copyFile(picture, clips.path('picture.mp4'));
  expect(await refusal(clips.path('picture.mp4'))).toBe('NOT_A_VIDEO');
});

test('a film without its end is refused, whether the index stood in front or behind [STU-11:core]', async () => {
  const behind = await clips.film('behind.mp4', { seconds: 4 });
  await truncate(behind, Math.floor((await readFile(behind)).length / 2));
  expect(await refusal(behind)).toBe('FILE_TRUNCATED');

  const front = await clips.film('whole.mp4', { seconds: 4 });
  const faststart = await clips.make('front.mp4', '-i', front, '-c', 'copy', '-movflags', '+faststart');
  await truncate(faststart, Math.floor((await readFile(faststart)).length * 0.7));
  expect(await refusal(faststart)).toBe('FILE_TRUNCATED');

  const matroska = await clips.make('cut.mkv', '-i', front, '-c', 'copy');
  await truncate(matroska, Math.floor((await readFile(matroska)).length * 0.5));
  expect(await refusal(matroska)).toBe('FILE_TRUNCATED');
});

test('sound alone is refused, also when a cover picture lies in it', async () => {
  const sound = await clips.make('sound.m4a', '-f', 'lavfi', '-i', 'sine=d=2', '-c:a', 'aac');
  expect(await refusal(sound)).toBe('NO_VIDEO_TRACK');
  const cover = await clips.make('cover.jpg', '-f', 'lavfi', '-i', 'testsrc2=s=320x180', '-frames:v', '1');
  const covered = await clips.make(
    'covered.m4a',
    ...['-i', sound, '-i', cover, '-map', '0', '-map', '1', '-c', 'copy', '-disposition:v:0', 'attached_pic'],
  );
  expect(await refusal(covered)).toBe('NO_VIDEO_TRACK');
});

test('a film without any sound that can be decoded is refused by name', async () => {
  const path = await clips.make(
    'unknown-sound.mov',
    ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:d=1', '-f', 'lavfi', '-i', 'sine=d=1', '-c:v', 'libx264'],
    ...['-preset', 'ultrafast', '-c:a', 'pcm_s16le'],
  );
  expect(await refusal(await withUnknownSound(path))).toBe('SOUND_UNREADABLE');
});

test('a still of four hours is not a film; a film of few frames is', async () => {
  const still = await clips.make(
    'still.mp4',
    ...['-f', 'lavfi', '-i', 'color=s=320x180:r=1/600:d=14400', '-c:v', 'libx264', '-preset', 'ultrafast'],
  );
  expect(await refusal(still)).toBe('VIDEO_IS_A_STILL');
  const slow = await clips.make(
    'slow.mp4',
    ...['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=1/5:d=60', '-c:v', 'libx264', '-preset', 'ultrafast'],
  );
  expect(await refusal(slow)).toBe('accepted');
});

test('more than 120 frames a second are refused', async () => {
  const fast = await clips.film('fast.mkv', { rate: 240, seconds: 1, size: '64x64' });
  expect(await refusal(fast)).toBe('FRAME_RATE_TOO_HIGH');
});

const header: SourceInfo = {
  container: 'mov,mp4',
  bytes: 1,
  durationS: 60,
  tracks: 2,
  subtitles: 0,
  audio: [],
  video: {
    index: 0,
    codec: 'h264',
    codedWidth: 8192,
    codedHeight: 4320,
    width: 8192,
    height: 4320,
    rotation: 0,
    pixelFormat: 'yuv420p',
    averageRate: undefined,
    baseRate: undefined,
    interlaced: false,
    transfer: undefined,
    matrix: undefined,
    primaries: undefined,
    durationS: undefined,
  },
};
const withSize = (width: number, height: number): SourceInfo => ({
  ...header,
  video: header.video && { ...header.video, width, height, codedWidth: width, codedHeight: height },
});

test.each([
  ['as large as allowed', header, undefined],
  ['as large as allowed, upright', withSize(4320, 8192), undefined],
  ['too wide', withSize(8194, 4320), 'VIDEO_DIMENSIONS'],
  ['too high', withSize(8000, 4322), 'VIDEO_DIMENSIONS'],
  ['tiny', withSize(8, 8), 'VIDEO_TOO_SMALL'],
  ['12 hours', { ...header, durationS: 43_200 }, undefined],
  ['over 12 hours', { ...header, durationS: 43_201 }, 'VIDEO_TOO_LONG'],
  ['32 tracks', { ...header, tracks: 32 }, undefined],
  ['33 tracks', { ...header, tracks: 33 }, 'TOO_MANY_TRACKS'],
  ['no picture', { ...header, video: undefined }, 'NO_VIDEO_TRACK'],
])('a source that is %s: %#', (_, info, expected) => {
  expect(checkHeader(info)?.refusal).toBe(expected);
});

test('every refusal has its text', () => {
  for (const text of Object.values(UPLOAD_REFUSALS)) expect(text).toMatch(/^[A-Z].*\.$/);
});
