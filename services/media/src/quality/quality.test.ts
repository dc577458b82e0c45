// @requires ffmpeg
// @inputs services/media/src/transcode services/media/src/quality

import { readFile, writeFile } from 'node:fs/promises';
import { type ClipFolder, clipFolder, testTools } from '../testing/test-clips.ts';
import { checkSource } from '../transcode/check-source.ts';
import { inspectFilm } from './inspect-film.ts';
import { reportQuality } from './quality-report.ts';

const tools = testTools();
let clips: ClipFolder;
beforeAll(async () => {
  clips = await clipFolder();
});
afterAll(() => clips.remove());

async function reportOf(path: string) {
  const verdict = await checkSource(tools, path);
  if (!verdict.ok) throw new Error(`${verdict.refusal}: ${verdict.detail}`);
  return reportQuality(verdict.source, await inspectFilm(tools, verdict.source, path), -16);
}

const picture = (seconds: number, size = '320x180', rate = 24) => [
  ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`],
];
const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=440:d=${seconds}`];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'];
const PCM = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'pcm_s16le'];
const dark = (from: number, to: number) => `drawbox=c=black:t=fill:enable='between(t,${from},${to})'`;
const quiet = (from: number, to: number, level = 0) => `volume=enable='between(t,${from},${to})':volume=${level}`;

test.each<[string, string, string[]]>([
  ['sound and picture as they should be', 'good.mp4', [...picture(12), ...tone(12), ...H264]],
  ['no sound track', 'mute.mp4', [...picture(12), ...H264]],
  [
    'a black opening and end',
    'ends.mp4',
    [...picture(20), ...tone(20), '-vf', `${dark(0, 6)},${dark(13, 20)}`, ...H264],
  ],
  ['a fade to black between two scenes', 'fade.mp4', [...picture(20), ...tone(20), '-vf', dark(8, 11), ...H264]],
  [
    'end credits on black',
    'credits.mp4',
    [...picture(30), ...tone(30), '-vf', `${dark(6, 30)},drawbox=x=120:y=80:w=80:h=8:c=white:t=fill`, ...H264],
  ],
  ['a quiet scene', 'quiet.mp4', [...picture(30), ...tone(30), '-af', quiet(6, 24, 0.004), ...H264]],
  ['a pause of a few seconds', 'pause.mp4', [...picture(20), ...tone(20), '-af', quiet(6, 14), ...H264]],
  ['a silent opening', 'silent-opening.mp4', [...picture(30), ...tone(30), '-af', quiet(0, 20), ...H264]],
  ['a night scene', 'night.mp4', [...picture(20), ...tone(20), '-vf', 'eq=brightness=-0.3:contrast=0.3', ...H264]],
  ['sound that is a little longer', 'longer.mp4', [...picture(12), ...tone(12.4), ...H264]],
  ['credits that run on after the sound', 'shorter.mp4', [...picture(12), ...tone(11), ...H264]],
  ['anamorphic DV', 'dv.mov', [...picture(4, '720x576', 25), '-vf', 'setsar=16/11', ...H264]],
  ['times in milliseconds', 'ms.mkv', [...picture(6), ...tone(6), ...H264]],
  [
    'fractions of sound at full scale',
    'float.mov',
    [...picture(6), ...tone(6), '-af', 'volume=8', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'pcm_f32le'],
  ],
  [
    'loud sound with peaks at full scale',
    'loud.mov',
    [...picture(6), '-f', 'lavfi', '-i', 'anoisesrc=d=6:a=1', ...PCM],
  ],
])('%s gives no finding [STU-12:quality]', async (_, name, making) => {
  expect((await reportOf(await clips.make(name, ...making))).findings).toEqual([]);
});

const boxed = (inner: string) => [...picture(4, inner, 24), '-vf', 'pad=640:360:(ow-iw)/2:(oh-ih)/2', ...H264];
const near = (value: number) => expect.closeTo(value, -2);
const around = (seconds: number) => expect.closeTo(seconds * 1000, -3);

test.each<[string, string, string[], object]>([
  [
    'a black gap',
    'gap.mp4',
    [...picture(20), ...tone(20), '-vf', dark(6, 13), ...H264],
    { kind: 'PICTURE_BLACK', fromMs: around(6), toMs: around(13), value: near(7) },
  ],
  [
    'a gap of sound',
    'no-sound.mp4',
    [...picture(30), ...tone(30), '-af', quiet(6, 20), ...H264],
    { kind: 'SOUND_SILENT', fromMs: around(6), toMs: around(20), value: near(14) },
  ],
  [
    'a sound track of silence',
    'empty.mp4',
    [...picture(6), '-f', 'lavfi', '-i', 'anullsrc=d=6', '-shortest', ...H264],
    { kind: 'SOUND_EMPTY' },
  ],
  [
    'a part that is too loud for its format',
    'clipped.mov',
    [
      ...picture(8),
      ...tone(8),
      '-ac',
      '2',
      '-af',
      `pan=stereo|c0=c0|c1=c0,volume='if(between(t,4,5),40,1)':eval=frame`,
      ...PCM,
    ],
    { kind: 'SOUND_CLIPPED', fromMs: around(4), toMs: around(5), value: near(0) },
  ],
  ...[0.5, 1, 4, 12.5].map((seconds): [string, string, string[], object] => [
    `a film of ${seconds} s that is all black`,
    `black-${seconds}.mp4`,
    ['-f', 'lavfi', '-i', `color=black:s=320x180:r=24:d=${seconds}`, ...tone(seconds), ...H264],
    { kind: 'PICTURE_BLACK', fromMs: 0, toMs: seconds * 1_000, value: seconds },
  ]),
  [
    'sound beyond full scale in a format with fractions',
    'beyond.mov',
    [...picture(6), ...tone(6), '-af', 'volume=10', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'pcm_f32le'],
    { kind: 'SOUND_CLIPPED', fromMs: expect.any(Number), toMs: around(6), value: near(2) },
  ],
  [
    'sound that was cut off before it was made AAC',
    'beyond.mp4',
    [...picture(6), ...tone(6), '-af', 'volume=40,aformat=sample_fmts=s16', ...H264],
    { kind: 'SOUND_CLIPPED', fromMs: expect.any(Number), toMs: around(6), value: expect.any(Number) },
  ],
  [
    'sound that ends early',
    'short-sound.mp4',
    [...picture(12), ...tone(7), ...H264],
    { kind: 'SOUND_SHORT', fromMs: around(7), toMs: around(12), value: near(5) },
  ],
  [
    'sound that runs on',
    'long-sound.mp4',
    [...picture(6), ...tone(10), ...H264],
    { kind: 'SOUND_LONG', fromMs: around(6), toMs: around(10), value: near(4) },
  ],
  [
    'half pictures that the file does not admit',
    'combed.mp4',
    [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=640x480:r=50:d=4',
      '-vf',
      'noise=alls=4,tinterlace=interleave_top,setfield=prog',
      ...H264,
    ],
    { kind: 'PICTURE_INTERLACED' },
  ],
  ['a picture in a wide frame', 'wide.mp4', boxed('640x268'), { kind: 'PICTURE_WIDE', value: expect.closeTo(2.39, 1) }],
  [
    'a picture of television',
    'narrow.mp4',
    boxed('480x360'),
    { kind: 'PICTURE_NARROW', value: expect.closeTo(1.33, 1) },
  ],
  ['bars all around', 'framed.mp4', boxed('480x270'), { kind: 'PICTURE_FRAMED', value: expect.closeTo(56, -1) }],
  [
    'stretched pixels',
    'stretched.mp4',
    [...picture(4), '-vf', 'setsar=7/4', ...H264],
    { kind: 'PICTURE_STRETCHED', value: expect.closeTo(1.75, 1) },
  ],
  [
    'pixels of film in a picture of television',
    'squeezed.mp4',
    [...picture(4), '-vf', 'setsar=2', ...H264],
    { kind: 'PICTURE_STRETCHED', value: expect.closeTo(2, 1) },
  ],
  [
    'a rate that changes',
    'variable.mp4',
    [...picture(4, '320x180', 60), '-vf', "select='gt(n,119)+not(mod(n,4))'", '-vsync', 'vfr', ...H264],
    { kind: 'RATE_VARIABLE', value: near(15), compared: near(60) },
  ],
])('%s gives exactly one finding [STU-12:quality]', async (_, name, making, finding) => {
  expect((await reportOf(await clips.make(name, ...making))).findings).toEqual([finding]);
});

test('damaged parts are counted, with where they are [STU-12:quality]', async () => {
  const path = await clips.make('damaged.mkv', ...picture(12, '640x360'), ...tone(12), ...H264, '-g', '12');
  const bytes = await readFile(path);
  // From a half of the film to a little more of it.
  for (let at = bytes.length * 0.5; at < bytes.length * 0.52; at += 97)
    bytes.writeUInt8(255 - bytes.readUInt8(Math.floor(at)), Math.floor(at));
  await writeFile(path, bytes);
  const { findings } = await reportOf(path);
  expect(findings).toEqual([
    { kind: 'PARTS_DAMAGED', fromMs: around(6), toMs: around(6.5), value: expect.any(Number) },
  ]);
});
