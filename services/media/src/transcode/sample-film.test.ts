// @requires ffmpeg
// @inputs services/media/src/transcode

import { type ClipFolder, clipFolder, testTools } from '../testing/test-clips.ts';
import { checkSource } from './check-source.ts';
import { planLadder } from './ladder.ts';
import { planPieces } from './plan-pieces.ts';
import { ChildError, type ChildFailure } from './run-child.ts';
import { pieceLog, type SampledPiece, sampleFilm, samplePieces } from './sample-film.ts';

const tools = testTools();
let clips: ClipFolder;
beforeAll(async () => {
  clips = await clipFolder();
});
afterAll(() => clips.remove());

test.each([
  [0.4, 1],
  [1, 1],
  [8, 1],
  [24, 2],
  [50, 6],
  [70, 8],
  [200, 8],
  [7_200, 8],
  [43_200, 8],
])('a film of %d s is looked at in %d pieces, which lie in it and are a small part of it', (durationS, count) => {
  const { starts, lengthS } = planPieces(durationS);
  expect(starts).toHaveLength(count);
  for (const [index, at] of starts.entries()) {
    expect(at).toBeGreaterThanOrEqual(index === 0 ? 0 : (starts[index - 1] ?? 0) + lengthS);
    expect(at + lengthS).toBeLessThanOrEqual(durationS + 1e-9);
  }
  expect(count * lengthS).toBeLessThanOrEqual(Math.max(0.5, durationS * 0.06) + 1e-9);
});

test('the log of a piece says bits a second with a keyframe for each segment, and what rungs add', () => {
  const log = [
    '[ssim@540p @ 0x1f] [info] SSIM Y:0.971000 (15.4) U:0.99 (20.0) V:0.99 (20.0) All:0.98 (17.0)',
    '[libx264 @ 0x2f] [info] frame I:1     Avg QP:20.00  size: 10000',
    '[libx264 @ 0x2f] [info] frame P:10    Avg QP:22.00  size:  1000',
    '[libx264 @ 0x2f] [info] frame B:39    Avg QP:24.00  size:   100',
    '[libx264 @ 0x2f] [info] SSIM Mean Y:0.9650000 (14.559db)',
    '[libx264 @ 0x2f] [info] kb/s:955.20',
  ];
  const rungs = [{ name: '360p' }, { name: '540p' }];
  // 13,900 bytes in 2 s, and a keyframe of 10,000 bytes every 6 s.
  const said = { bitRate: 68_933, ssim: 0.965, below: { '540p': 0.971 } };
  const readPiece = (lines: string[]) => {
    const { read, piece } = pieceLog(rungs, 25);
    for (const line of lines) read(line);
    return piece();
  };
  const other = '[ssim@720p @ 0x1f] [info] SSIM Y:0.5 (3.0) U:0.99 (20.0) V:0.99 (20.0) All:0.98 (17.0)';
  expect(readPiece(['[h264 @ 0x3f] [error] concealing 99 errors', other, ...log])).toEqual(said);
  expect(readPiece(log.slice(1))).toBeUndefined();
  expect(readPiece(log.slice(0, -2))).toBeUndefined();
  expect(readPiece([])).toBeUndefined();
});

test('after a piece that takes too long no other is looked at; one that cannot be read is left out', async () => {
  const looked: number[] = [];
  const look = (failures: Record<number, ChildFailure>) => {
    looked.length = 0;
    return samplePieces([1, 2, 3, 4], async (at): Promise<SampledPiece> => {
      looked.push(at);
      const failure = failures[at];
      if (failure) throw new ChildError('ffmpeg', failure, '');
      return { bitRate: at, ssim: 1, below: {} };
    });
  };
  expect((await look({ 2: 'EXIT', 3: 'TIMEOUT' })).map(({ bitRate }) => bitRate)).toEqual([1]);
  expect(looked).toEqual([1, 2, 3]);
  expect((await look({ 2: 'EXIT' })).map(({ bitRate }) => bitRate)).toEqual([1, 3, 4]);
  await expect(look({ 2: 'ABORTED' })).rejects.toMatchObject({ failure: 'ABORTED' });
});

async function sampled(name: string, ...making: string[]) {
  const path = await clips.make(name, ...making);
  const verdict = await checkSource(tools, path);
  if (!verdict.ok) throw new Error(`${verdict.refusal}: ${verdict.detail}`);
  const sample = () => sampleFilm(tools, verdict.source, path);
  return { sample: await sample(), again: sample, video: verdict.source.video };
}

const picture = (graph: string) => ['-f', 'lavfi', '-i', graph, '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0'];

test('noise takes more bits than a quiet film and is less like its source, each time alike [STU-06]', async () => {
  const quiet = await sampled('quiet.mp4', ...picture('gradients=s=640x360:r=24:d=6:speed=0.01:seed=3'));
  const noisy = await sampled('noisy.mp4', ...picture('color=gray:s=640x360:r=24:d=6,noise=alls=60:allf=t'));
  const [calm, busy] = [quiet.sample?.pieces[0], noisy.sample?.pieces[0]];
  expect(busy?.bitRate).toBeGreaterThan(10 * (calm?.bitRate ?? Number.POSITIVE_INFINITY));
  expect(busy?.ssim).toBeLessThan(calm?.ssim ?? 0);
  expect(await noisy.again()).toEqual(noisy.sample);
  const [ofQuiet, ofNoise, table] = [quiet, noisy, undefined].map((film) =>
    planLadder({ width: 640, height: 360 }, 'full', film?.sample).at(0),
  );
  expect(ofQuiet?.quality).toBeGreaterThan(table?.quality ?? 0);
  expect(ofQuiet?.maxRate).toBeLessThan(table?.maxRate ?? 0);
  expect(ofNoise?.maxRate).toBe(0.8 * (table?.maxRate ?? 0));
});

test('a small film that somebody enlarged has the rungs that show something, and no others [STU-06]', async () => {
  const enlarged = 'testsrc2=s=160x90:r=2:d=68,scale=1280:720:flags=bicubic';
  const soft = await sampled('enlarged.mp4', ...picture(enlarged));
  expect(soft.sample?.pieces.length).toBe(8);
  expect(planLadder(soft.video, 'full', soft.sample).map(({ name }) => name)).toEqual(['360p']);
  const sharp = await sampled('sharp.mp4', ...picture('testsrc2=s=1280x720:r=2:d=68'));
  expect(planLadder(sharp.video, 'full', sharp.sample).map(({ name }) => name)).toEqual(['360p', '540p', '720p']);
});

const HDR = [
  '-pix_fmt',
  'yuv420p10le',
  '-color_primaries',
  'bt2020',
  '-color_trc',
  'smpte2084',
  '-colorspace',
  'bt2020nc',
];

test.each([
  ['of one second', 'second.mp4', picture('testsrc2=s=640x360:r=25:d=1')],
  ['that is tall', 'tall.mp4', picture('testsrc2=s=608x1080:r=25:d=2')],
  ['that is tiny', 'tiny.mp4', picture('testsrc2=s=32x32:r=25:d=2')],
  ['of odd sides', 'odd.mkv', ['-f', 'lavfi', '-i', 'testsrc2=s=321x181:r=25:d=2', '-c:v', 'ffv1']],
  ['that is black', 'black.mp4', picture('color=black:s=1280x720:r=25:d=2')],
  ['in HDR', 'hdr.mkv', ['-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=25:d=1', '-c:v', 'ffv1', ...HDR]],
  ['of two frames', 'two.mp4', picture('testsrc2=s=320x180:r=2:d=1')],
])('a film %s has a ladder', async (_, name, making) => {
  const { sample, video } = await sampled(name, ...making);
  expect(sample?.pieces.length).toBeGreaterThan(0);
  const ladder = planLadder(video, 'full', sample);
  expect(ladder.length).toBeGreaterThan(0);
  for (const { quality, maxRate } of ladder) {
    expect(quality).toBeGreaterThanOrEqual(22.5);
    expect(quality).toBeLessThanOrEqual(26.5);
    expect(maxRate).toBeGreaterThan(0);
  }
});

test('a stopped check ends the child that looks', async () => {
  const path = await clips.film('stopped.mp4', { seconds: 4 });
  const verdict = await checkSource(tools, path);
  if (!verdict.ok) throw new Error(verdict.refusal);
  const stopping = new AbortController();
  const onStarted = () => {
    setImmediate(() => stopping.abort());
    return () => {};
  };
  const looking = sampleFilm({ ...tools, onStarted }, verdict.source, path, stopping.signal);
  await expect(looking).rejects.toMatchObject({ failure: 'ABORTED' });
});
