// @requires ffmpeg
// @inputs services/media/src/transcode services/media/src/quality

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type ClipFolder, clipFolder, testTools } from '../testing/test-clips.ts';
import { transcodedClip } from '../testing/transcoded-clip.ts';
import { planGain } from './plan-gain.ts';

const run = promisify(execFile);
const tools = testTools();
let clips: ClipFolder;
beforeAll(async () => {
  clips = await clipFolder();
});
afterAll(() => clips.remove());

/** What a meter of EBU R 128 says of a file that plays. */
async function meter(path: string): Promise<{ lufs: number; peak: number; range: number }> {
  const filter = 'ebur128=peak=true:dualmono=true:framelog=verbose';
  const { stderr } = await run('ffmpeg', ['-hide_banner', '-nostats', '-i', path, '-af', filter, '-f', 'null', '-']);
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const number = (pattern: RegExp) => Number(pattern.exec(summary)?.[1]);
  return {
    lufs: number(/I: +(-?[\d.]+) LUFS/),
    peak: number(/Peak: +(-?[\d.]+) dBFS/),
    range: number(/LRA: +([\d.]+) LU/),
  };
}

const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=12'];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast'];
/** Noise as broad as a film's sound, at a level in decibels, with passages 12 dB quieter between. */
const sound = (level: number, channels = 2) => [
  ...['-f', 'lavfi', '-i', 'anoisesrc=d=12:a=0.5:c=pink:r=48000:s=7'],
  ...['-af', `volume=${level}dB,volume='if(lt(mod(t,4),2),1,0.25)':eval=frame`, '-ac', String(channels)],
];
/** The same with short peaks at full scale, as of a shot. */
const peaks = [
  '-f',
  'lavfi',
  '-i',
  `aevalsrc='0.02*sin(880*t)+if(lt(mod(t,3),0.005),0.85*sin(6000*t),0)':d=12:s=48000`,
];

test.each<[string, string[], number]>([
  ['quiet stereo', [...sound(-9), '-c:a', 'pcm_s16le'], -16],
  ['loud stereo', [...sound(9), '-c:a', 'pcm_s16le'], -16],
  ['quiet mono', [...sound(-9, 1), '-c:a', 'pcm_s16le'], -16],
  ['quiet 5.1', [...sound(-8, 6), '-c:a', 'pcm_s16le'], -16],
  ['lossy stereo, for television', [...sound(-18), '-c:a', 'aac', '-b:a', '192k'], -23],
])('%s is brought to the loudness of films and keeps its range [STU-12:loudness]', async (name, making, target) => {
  const path = await clips.make(`${name.replace(/\W/g, '-')}.mov`, ...picture, ...making, ...H264);
  const output = await transcodedClip(tools, clips, path, { loudnessLufs: target });
  const played = await meter(await output.joined('audio-0'));
  const [level] = output.quality?.levels ?? [];
  expect(level?.isLimited).toBe(false);
  expect(Math.abs(played.lufs - target)).toBeLessThan(1);
  expect(played.peak).toBeLessThanOrEqual(-1);
  expect(Math.abs((level?.lufs ?? 0) + (level?.gain ?? 0) - target)).toBeLessThan(0.5);
  // Nothing is compressed: the quiet passages are as much quieter as before.
  expect(Math.abs(played.range - (await meter(path)).range)).toBeLessThan(1);
});

test('peaks limit how far sound is raised, and its report says so [STU-12:loudness]', async () => {
  const path = await clips.make('peaks.mov', ...picture, ...peaks, '-ac', '2', ...H264, '-c:a', 'pcm_s16le');
  const output = await transcodedClip(tools, clips, path);
  const played = await meter(await output.joined('audio-0'));
  expect(played.lufs).toBeLessThan(-17);
  expect(played.peak).toBeLessThanOrEqual(-1);
  expect(output.quality?.levels).toEqual([expect.objectContaining({ isLimited: true })]);
});

test('sound within one unit of the target keeps its level [STU-12:loudness]', async () => {
  const path = await clips.make('near.mov', ...picture, ...sound(0), ...H264, '-c:a', 'pcm_s16le');
  const { lufs } = await meter(path);
  const output = await transcodedClip(tools, clips, path, { loudnessLufs: Math.round(lufs + 0.4) });
  expect(output.quality?.levels[0]?.gain).toBe(0);
  expect(Math.abs((await meter(await output.joined('audio-0'))).lufs - lufs)).toBeLessThan(0.8);
});

test.each([
  [undefined, -Infinity, 0, false],
  [-30, -20, 14, false],
  [-30, -6, 4.5, true],
  [-30, 0, 0, true],
  [-50, -45, 20, true],
  [-10, 0.5, -6, false],
  [-15.2, 0.5, 0, false],
])('%p LUFS with a peak of %p dBTP changes by %p dB', (lufs, peak, gain, isLimited) => {
  expect(planGain({ lufs, peak }, -16)).toEqual({ gain, isLimited });
});
