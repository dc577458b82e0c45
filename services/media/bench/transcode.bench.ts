// `transcode`: the encode stage against one plain ffmpeg command that decodes once and encodes the same renditions; at
// most 1.10 of its time. Probe, packaging, thumbnails and posters are reported apart.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printFigure } from '@marquee/runtime/bench/figure';
import { checkSource } from '../src/transcode/check-source.ts';
import { type EncodedFiles, encode, encoderOptions, planEncode } from '../src/transcode/encode.ts';
import { findTools } from '../src/transcode/find-tools.ts';
import { packageCmaf } from '../src/transcode/package-cmaf.ts';
import { makePosterCandidates } from '../src/transcode/poster-candidates.ts';
import { makeTrickplay } from '../src/transcode/trickplay.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
const ROUNDS = 3;
const run = promisify(execFile);
const { tools } = findTools({ preset: 'veryfast', threads: 0 }, process.env.PATH ?? '');
const folder = await mkdtemp(join(tmpdir(), 'transcode-bench-'));

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** The same renditions as somebody would write them by hand, plain MP4 files. */
function bareArguments(plan: ReturnType<typeof planEncode>, source: string): string[] {
  const { renditions, timing } = plan;
  const labels = renditions.map((_, index) => `[s${index}]`).join('');
  const scales = renditions.map(({ width, height }, index) => `[s${index}]scale=${width}:${height}[v${index}]`);
  const args = ['-v', 'error', '-nostdin', '-y', '-i', source];
  args.push('-filter_complex', [`[0:v]split=${renditions.length}${labels}`, ...scales].join(';'));
  for (const [index, rendition] of renditions.entries()) {
    const { maxRate } = rendition;
    const group = ['-g', String(timing.framesPerKey), '-keyint_min', String(timing.framesPerKey), '-sc_threshold', '0'];
    args.push('-map', `[v${index}]`, '-c:v', 'libx264', ...encoderOptions(tools.preset, rendition));
    args.push('-maxrate', String(maxRate), '-bufsize', String(maxRate * 2), ...group, '-pix_fmt', 'yuv420p');
    args.push(join(folder, `bare-${index}.mp4`));
  }
  return [...args, '-map', '0:a', '-c:a', 'aac', '-b:a', '128k', join(folder, 'bare-audio.mp4')];
}

try {
  const source = join(folder, 'source.mp4');
  const picture = `testsrc2=s=1920x1080:r=24:d=${SECONDS},noise=alls=12:allf=t`;
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=220:d=${SECONDS}`];
  const codecs = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-crf',
    '18',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-ac',
    '2',
  ];
  await run(tools.ffmpeg, ['-v', 'error', '-y', ...inputs, ...codecs, source]);

  let checked: Awaited<ReturnType<typeof checkSource>> | undefined;
  const probeS = await seconds(async () => {
    checked = await checkSource(tools, source);
  });
  if (!checked?.ok) throw new Error('The source was refused');
  const plan = planEncode(checked.source);
  const bare = bareArguments(plan, source);

  // In turns, so that a noisy machine disturbs both alike; the best round of each counts.
  const ours: number[] = [];
  const theirs: number[] = [];
  let files: EncodedFiles | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    // Nice like our child, so that the two differ in nothing else.
    theirs.push(await seconds(() => run('nice', ['-n', '10', tools.ffmpeg, ...bare])));
    const began = performance.now();
    files = await encode(tools, plan, source, folder);
    ours.push((performance.now() - began) / 1000);
  }
  const [best, baseline] = [Math.min(...ours), Math.min(...theirs)];
  printFigure({ name: 'transcode', value: best, unit: 's', baseline, digits: 3 });

  const smallest = files?.video[0];
  if (!files || !smallest) throw new Error('The ladder is empty');
  const thumbs = { path: smallest.path, durationS: checked.source.durationS, ...smallest.plan };
  const encoded = files;
  const packageS = await seconds(() => packageCmaf(tools, plan, encoded, folder));
  const trickplayS = await seconds(() => makeTrickplay(tools, thumbs, folder));
  const { source: film } = checked;
  const postersS = await seconds(() => makePosterCandidates(tools, film, source, folder));
  const apart = { probe: probeS, package: packageS, trickplay: trickplayS, posters: postersS };
  for (const [name, value] of Object.entries(apart))
    printFigure({ name: `transcode ${name}`, value, unit: 's', digits: 3 });
  printFigure({ name: 'transcode speed', value: SECONDS / best, unit: 'x real time, 1080p ladder', digits: 2 });
} finally {
  await rm(folder, { recursive: true, force: true });
}
