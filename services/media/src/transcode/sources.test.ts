// @requires ffmpeg
// @requires chromium
// @inputs services/media/src/transcode
// What cameras, editors and telephones make: each file is made by ffmpeg, checked, transcoded and looked at.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Eyes, openEyes } from '../testing/chromium-eyes.ts';
import { PATCH_PLACES, type PatchCoding, patchClip, SEEN } from '../testing/colour-patches.ts';
import { type ClipFolder, clipFolder, testTools } from '../testing/test-clips.ts';
import { packetTimes, transcodedClip } from '../testing/transcoded-clip.ts';
import { withUnknownSound } from '../testing/unknown-sound.ts';

const tools = testTools();
let clips: ClipFolder;
let eyes: Eyes;
beforeAll(async () => {
  clips = await clipFolder();
  eyes = await openEyes();
});
afterAll(async () => {
  await eyes?.close();
  await clips?.remove();
});

const COLOUR_TOLERANCE = 3;
// Thumbnails are small JPEG files of an encoded film.
const THUMBNAIL_TOLERANCE = 10;

function expectColours(seen: number[][], expected: readonly (readonly number[])[], tolerance = COLOUR_TOLERANCE): void {
  const differs = seen.some((colour, index) =>
    colour.some((part, at) => Math.abs(part - (expected[index]?.[at] ?? 0)) > tolerance),
  );
  // Both whole, so that a failure shows them beside each other.
  expect(differs ? seen : expected).toEqual(expected);
}

const THUMBNAIL_SCALE = 240 / 320;

async function coloursOfPicture(path: string, scale = 1): Promise<number[][]> {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  return PATCH_PLACES.map(({ x, y }) => {
    const at = (Math.round(y * scale) * info.width + Math.round(x * scale)) * info.channels;
    return [...data.subarray(at, at + 3)];
  });
}

const FFV1 = ['-c:v', 'ffv1'];
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-pix_fmt', 'yuv420p'];
const PALETTE = [
  ...['-vf', 'split[a][b];[a]palettegen=reserve_transparent=0[p];[b][p]paletteuse=dither=none'],
  ...['-c:v', 'png', '-pix_fmt', 'pal8'],
];
// X'Y'Z' of 12 bits in JPEG 2000, as a digital cinema package holds it.
const CINEMA = ['-c:v', 'libopenjpeg', '-pix_fmt', 'xyz12le', '-cinema_mode', '2k_24'];
const tagged = (transfer: string, primaries: string, matrix: string) => [
  ...['-color_trc', transfer, '-color_primaries', primaries, '-colorspace', matrix, '-color_range', 'tv'],
];

test.each<[string, PatchCoding, keyof typeof SEEN, string, string[]]>([
  ['BT.709', 'bt709', 'sdr', '709.mp4', [...X264, ...tagged('bt709', 'bt709', 'bt709')]],
  [
    'BT.709 of full range',
    'bt709',
    'sdr',
    'full.mp4',
    [...X264, '-vf', 'scale=out_range=pc', ...tagged('bt709', 'bt709', 'bt709'), '-color_range', 'pc'],
  ],
  ['a small file without tags', 'bt601', 'sdr', 'silent.mp4', X264],
  ['RGB', 'rgb', 'sdr', 'rgb.mkv', FFV1],
  ['RGB of a screen recording', 'rgb', 'sdr', 'screen.mp4', ['-c:v', 'libx264rgb', '-preset', 'ultrafast', '-qp', '0']],
  ['a palette', 'rgb', 'sdr', 'palette.mov', PALETTE],
  ['a digital cinema package', 'cinema', 'sdr', 'cinema.mxf', CINEMA],
  ['PQ', 'pq', 'hdr', 'pq.mkv', [...FFV1, ...tagged('smpte2084', 'bt2020', 'bt2020nc')]],
  ['PQ that says only its transfer', 'pq', 'hdr', 'pq-only.mkv', [...FFV1, '-color_trc', 'smpte2084']],
  ['HLG', 'hlg', 'hdr', 'hlg.mkv', [...FFV1, ...tagged('arib-std-b67', 'bt2020', 'bt2020nc')]],
  ['HLG that says only its transfer', 'hlg', 'hdr', 'hlg-only.mkv', [...FFV1, '-color_trc', 'arib-std-b67']],
])('the colours of %s are right in the film and on its pictures [STU-06]', async (_, coding, light, name, encoding) => {
  const output = await transcodedClip(tools, clips, await patchClip(clips, name, coding, ...encoding));
  expectColours(await eyes.colours(await output.joined('video-180p'), PATCH_PLACES), SEEN[light]);
  for (const poster of output.posters) expectColours(await coloursOfPicture(poster), SEEN[light]);
  const thumbnails = join(output.folder, 'thumbnails-001.jpg');
  expectColours(await coloursOfPicture(thumbnails, THUMBNAIL_SCALE), SEEN[light], THUMBNAIL_TOLERANCE);
});

const picture = (rate: number, seconds: number) => ['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=${rate}:d=${seconds}`];
const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=d=${seconds}`];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'];

/** Runs ffmpeg, and writes or changes what ffmpeg cannot. */
async function madeFile(name: string, making: string[]): Promise<string> {
  const subtitles = clips.path('subtitles.srt');
  await writeFile(subtitles, '1\n00:00:00,000 --> 00:00:01,000\nHello\n');
  const path = await clips.make(name, ...making.map((part) => (part === 'SUBTITLES' ? subtitles : part)));
  return name.startsWith('apac') ? withUnknownSound(path) : path;
}

const silence = (channels: number) => [
  '-f',
  's16le',
  '-ar',
  '48000',
  '-ac',
  `${channels}`,
  '-t',
  '1',
  '-i',
  '/dev/zero',
];

type Shape = { frames: number; rate: number; soundS?: number[]; notes?: string[] };

test.each<[string, string, string[], Shape]>([
  ['sound as long as the picture', 'even.mp4', [...picture(25, 2), ...tone(2), ...H264], { frames: 50, rate: 25 }],
  [
    'sound more than twice as long as the picture',
    'long-sound.mp4',
    [...picture(25, 2), ...tone(5), ...H264],
    { frames: 125, rate: 25, soundS: [5], notes: ['PICTURE_HELD'] },
  ],
  [
    'sound that is a little longer than the picture',
    'longer-sound.mkv',
    [...picture(24, 2), ...tone(3.5), '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'flac'],
    { frames: 84, rate: 24, soundS: [3.5], notes: ['PICTURE_HELD'] },
  ],
  [
    'a second sound track that ffmpeg cannot decode',
    'apac.mov',
    [...picture(25, 1), ...tone(1), ...tone(1), '-map', '0', '-map', '1', '-map', '2', ...H264, '-c:a:1', 'pcm_s16le'],
    { frames: 25, rate: 25, soundS: [1], notes: ['SOUND_LEFT_OUT'] },
  ],
  ...[9, 10, 12].map((channels): [string, string, string[], Shape] => [
    `${channels} channels without names`,
    `channels-${channels}.mov`,
    [...picture(25, 1), ...silence(channels), ...H264, '-c:a', 'pcm_s16be'],
    { frames: 25, rate: 25, soundS: [1], notes: ['SOUND_OF_TWO_CHANNELS'] },
  ]),
  [
    'a rate that changes from 15 to 60',
    'variable.mp4',
    [...picture(60, 2), '-vf', "select='gt(n,89)+not(mod(n,4))'", '-vsync', 'vfr', ...H264],
    { frames: 120, rate: 60_000 / 1001 },
  ],
  [
    'subtitles',
    'subtitles.mkv',
    [...picture(25, 1), '-i', 'SUBTITLES', '-c:s', 'srt', ...H264],
    { frames: 25, rate: 25, notes: ['SUBTITLES_LEFT_OUT'] },
  ],
  ['a whole number of segments', 'segments.mp4', [...picture(10, 4), ...tone(4), ...H264], { frames: 40, rate: 10 }],
])('%s: length, frames, manifests and what the maker reads [STU-06]', async (_, name, making, shape) => {
  const output = await transcodedClip(tools, clips, await madeFile(name, making));
  const { frames, rate, soundS = output.audio.map(() => frames / rate), notes = [] } = shape;
  const durationS = frames / rate;
  const times = await packetTimes(await output.joined('video-90p'));
  expect(times).toHaveLength(frames);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeCloseTo((frames - 1) / rate, 2);

  for (const track of ['video-90p', ...soundS.map((_, index) => `audio-${index}`)]) {
    const playlist = await output.read(`${track}.m3u8`);
    const lengths = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length));
    const wholeS = lengths.reduce((sum, length) => sum + length, 0);
    expect(Math.abs(wholeS - durationS)).toBeLessThan(track === 'video-90p' ? 0.01 : 0.1);
    expect(Math.min(...lengths)).toBeGreaterThan(Math.min(durationS, 0.5) - 0.1);
  }
  const presented = /mediaPresentationDuration="PT([\d.]+)S"/.exec(await output.read('manifest.mpd'))?.[1];
  expect(Math.abs(Number(presented) - durationS)).toBeLessThan(0.1);

  expect(output.audio).toHaveLength(soundS.length);
  for (const [index, seconds] of soundS.entries()) {
    const last = (await packetTimes(await output.joined(`audio-${index}`))).at(-1) ?? 0;
    expect(Math.abs(last - seconds)).toBeLessThan(0.1);
  }
  expect(output.source.notes).toEqual(notes);
});
