// `bytes`: what the ladder of each film takes, against the fixed table that was before: x264's `veryfast` at the table's
// quality and cap with a keyframe every 2 s. `bytes at the same ssim` is the goal, at most 0.75: the table is encoded once
// more, finer or coarser, and its bytes are read off at the likeness that ours has. `bytes cpu` is the CPU of sampling and
// of the whole transcode, at most 1.10 of that with the table's encode. Films: one of the demo for each of its moving fields, and the clips of
// the folder SAMPLE_MEDIA.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { promisify } from 'node:util';
import { films } from '@marquee/demo/catalogue/catalogue';
import { clipPictures, drawClipPictures } from '@marquee/demo/pictures';
import { filmCommand } from '@marquee/demo/video/clip';
import { inspectFilm } from '@marquee/media/quality/inspect-film';
import { type CheckedSource, checkSource } from '@marquee/media/transcode/check-source';
import { type EncodedFiles, encode, pictureChain, planEncode } from '@marquee/media/transcode/encode';
import { findTools } from '@marquee/media/transcode/find-tools';
import { planRungs, planTiming, type RenditionPlan } from '@marquee/media/transcode/ladder';
import { packageCmaf } from '@marquee/media/transcode/package-cmaf';
import { makePosterCandidates } from '@marquee/media/transcode/poster-candidates';
import { sampleFilm } from '@marquee/media/transcode/sample-film';
import { makeTrickplay } from '@marquee/media/transcode/trickplay';
import { printFigure } from '@marquee/runtime/bench/figure';

const FILMS = Number(process.env.BENCH_FILMS ?? 12);
const TABLE_KEYFRAME_S = 2;
/** The constant quality of the table by ours of today. */
const TABLE_FINER = 0.5;
/** How much finer or coarser the second encode of the table is, and its cap by the table's. */
const STEPS = 3;
const CAP_TIMES = 2;

type Rung = { bytes: number; ssim: number };
type Compared = { film: string; rung: string; seconds: number; table: Rung; ours: Rung; atSameSsim: number };

const run = promisify(execFile);
const { tools } = findTools({ preset: 'veryfast', threads: 0 }, process.env.PATH ?? '');
const folder = await mkdtemp(join(tmpdir(), 'bytes-bench-'));

/** CPU seconds of all children that have ended. */
function childrenCpuS(): number {
  const ticks = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(ticks[13]) + Number(ticks[14])) / 100;
}

async function cpuOf<T>(work: () => Promise<T>): Promise<{ result: T; cpuS: number }> {
  const before = childrenCpuS();
  const result = await work();
  return { result, cpuS: childrenCpuS() - before };
}

/** One film of the demo for each moving field. */
async function* demoFilms(): AsyncGenerator<string> {
  const first = new Map(films.toReversed().map((film) => [film.video.field, film]));
  for (const film of [...first.values()].slice(0, FILMS)) {
    const work = join(folder, 'pictures');
    await drawClipPictures(work, film);
    const { stills, title } = clipPictures(work, film);
    const out = join(folder, `${film.key}.mp4`);
    await run(tools.ffmpeg, filmCommand(film, { stills, title, out }));
    yield out;
  }
}

async function* sampleMedia(): AsyncGenerator<string> {
  const from = process.env.SAMPLE_MEDIA ?? '';
  if (!existsSync(from)) return;
  for (const name of await readdir(from)) if (/\.(mp4|webm|mov|mkv)$/.test(name)) yield join(from, name);
}

const scaled = ({ width, height }: RenditionPlan) =>
  `scale=${width}:${height}:flags=bicubic:out_range=tv,setsar=1,format=yuv420p`;

/** The ladder of the table by plain ffmpeg; the paths of its rungs. */
async function encodeTable(source: CheckedSource, path: string, steps = 0, capTimes = 1): Promise<string[]> {
  const rungs = planRungs(source.video);
  const timing = planTiming(source);
  const rate = timing.rate.numerator / timing.rate.denominator;
  const frames = Math.round(TABLE_KEYFRAME_S * rate);
  const chain = [...pictureChain(source, timing), `trim=end_frame=${timing.frames}`].join();
  const split = `split=${rungs.length}${rungs.map((_, index) => `[s${index}]`).join('')}`;
  const graph = [`[0:${source.video.index}]${chain},${split}`];
  graph.push(...rungs.map((rung, index) => `[s${index}]${scaled(rung)}[v${index}]`));
  const args = ['-n', '10', tools.ffmpeg, '-v', 'error', '-nostdin', '-y', '-i', path];
  args.push('-filter_complex', graph.join(';'));
  const paths = rungs.map(({ name }) => join(folder, `table-${name}${steps}.mp4`));
  for (const [index, { quality, maxRate }] of rungs.entries()) {
    const cap = Math.round(maxRate * (rate > 31 ? 1.5 : 1) * capTimes);
    args.push(
      '-map',
      `[v${index}]`,
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      String(quality - TABLE_FINER + steps),
    );
    args.push('-profile:v', 'high', '-maxrate', String(cap), '-bufsize', String(2 * cap));
    args.push('-g', String(frames), '-keyint_min', String(frames), '-sc_threshold', '0', paths[index] ?? '');
  }
  for (const { index } of source.audio) args.push('-map', `0:${index}`, '-c:a', 'aac', join(folder, `a-${index}.mp4`));
  await run('nice', args);
  return paths;
}

/** How like the source, in the size of a rung, an encoded file is; a smaller file is enlarged. */
async function likeness(source: CheckedSource, path: string, encoded: string, rung: RenditionPlan): Promise<number> {
  const reference = [...pictureChain(source, planTiming(source)), scaled(rung), 'setpts=PTS-STARTPTS'].join();
  const graph = `[1:${source.video.index}]${reference}[r];[0:v]${scaled(rung)},setpts=PTS-STARTPTS[e];[e][r]ssim=shortest=1`;
  const { stderr } = await run(tools.ffmpeg, ['-i', encoded, '-i', path, '-lavfi', graph, '-f', 'null', '-'], {
    maxBuffer: 1 << 26,
  });
  return Number(/SSIM Y:([\d.]+)/.exec(stderr)?.[1]);
}

async function measured(source: CheckedSource, path: string, encoded: string, rung: RenditionPlan): Promise<Rung> {
  return { bytes: (await stat(encoded)).size, ssim: await likeness(source, path, encoded, rung) };
}

const decibels = (ssim: number) => -10 * Math.log10(1 - ssim);

/** The bytes at a likeness, on the line through two encodes: bytes grow with each decibel by the same factor. */
function bytesAt(ssim: number, one: Rung, other: Rung): number {
  const perDecibel = Math.log(other.bytes / one.bytes) / (decibels(other.ssim) - decibels(one.ssim));
  return one.bytes * Math.exp(perDecibel * (decibels(ssim) - decibels(one.ssim)));
}

async function restOfTranscode(source: CheckedSource, path: string, { video, audio }: EncodedFiles): Promise<void> {
  const [smallest] = video;
  if (!smallest) throw new Error('The ladder is empty');
  const packaged = await mkdtemp(join(folder, 'packaged-'));
  await inspectFilm(tools, source, path);
  await packageCmaf(tools, planEncode(source), { video, audio }, packaged);
  const { width, height } = smallest.plan;
  await makeTrickplay(tools, { path: smallest.path, durationS: source.durationS, width, height }, packaged);
  await makePosterCandidates(tools, source, path, packaged);
  await rm(packaged, { recursive: true });
}

async function compare(path: string): Promise<{ rungs: Compared[]; tableCpuS: number; oursCpuS: number }> {
  const verdict = await checkSource(tools, path);
  if (!verdict.ok) throw new Error(`${path} was refused: ${verdict.detail}`);
  const { source } = verdict;
  const { result: tableFiles, cpuS: tableCpuS } = await cpuOf(() => encodeTable(source, path));
  const { result: encoded, cpuS: oursCpuS } = await cpuOf(async () => {
    const sample = await sampleFilm(tools, source, path);
    return encode(tools, planEncode({ ...source, ...(sample && { sample }) }), path, folder);
  });

  // Everything else of a transcode is the same for both.
  const { cpuS: restCpuS } = await cpuOf(() => restOfTranscode(source, path, encoded));

  const found: Omit<Compared, 'atSameSsim'>[] = [];
  let below = '';
  for (const [index, rung] of planRungs(source.video).entries()) {
    const own = encoded.video.find(({ plan }) => plan.name === rung.name)?.path;
    const ours = await measured(source, path, own ?? below, rung);
    const table = await measured(source, path, tableFiles[index] ?? '', rung);
    const { durationS: seconds } = source;
    found.push({ film: parse(path).name, rung: rung.name, seconds, table, ours: own ? ours : { ...ours, bytes: 0 } });
    below = own ?? below;
  }

  const isFiner = found.reduce((sum, { ours, table }) => sum + decibels(ours.ssim) - decibels(table.ssim), 0) > 0;
  const others = await encodeTable(source, path, isFiner ? -STEPS : STEPS, isFiner ? CAP_TIMES : 1);
  const rungs: Compared[] = [];
  for (const [index, rung] of planRungs(source.video).entries()) {
    const one = found[index];
    if (!one) continue;
    const other = await measured(source, path, others[index] ?? '', rung);
    rungs.push({ ...one, atSameSsim: bytesAt(one.ours.ssim, one.table, other) });
  }
  return { rungs, tableCpuS: tableCpuS + restCpuS, oursCpuS: oursCpuS + restCpuS };
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

try {
  const all: Compared[] = [];
  const cpu = { table: 0, ours: 0 };
  for (const makes of [sampleMedia(), demoFilms()]) {
    for await (const path of makes) {
      const { rungs, tableCpuS, oursCpuS } = await compare(path);
      cpu.table += tableCpuS;
      cpu.ours += oursCpuS;
      all.push(...rungs);
      for (const { film, rung, seconds, table, ours, atSameSsim } of rungs) {
        const kilobits = ({ bytes }: Rung) => (bytes * 8) / 1000 / seconds;
        const name = `bytes ${film} ${rung}`;
        printFigure({ name, value: kilobits(ours), unit: 'kbit/s', baseline: kilobits(table) });
        printFigure({ name: `${name} ssim`, value: ours.ssim, unit: 'SSIM', baseline: table.ssim, digits: 4 });
        const ratio = (ours.bytes / atSameSsim).toFixed(3);
        console.error(
          `${name}: ${ratio} of the bytes at the same SSIM; CPU ${oursCpuS.toFixed(1)} by ${tableCpuS.toFixed(1)} s`,
        );
      }
    }
  }
  const megabytes = (bytes: number[]) => sum(bytes) / 1e6;
  const [ours, table] = [all.map((one) => one.ours), all.map((one) => one.table)];
  const value = megabytes(ours.map(({ bytes }) => bytes));
  const baseline = megabytes(table.map(({ bytes }) => bytes));
  printFigure({ name: 'bytes', value, unit: 'MB of all rungs', baseline, digits: 2 });
  const same = megabytes(all.map(({ atSameSsim }) => atSameSsim));
  printFigure({ name: 'bytes at the same ssim', value, unit: 'MB of all rungs', baseline: same, digits: 2 });
  const mean = (rungs: Rung[]) => sum(rungs.map(({ ssim }) => ssim)) / rungs.length;
  printFigure({ name: 'bytes ssim', value: mean(ours), unit: 'mean SSIM', baseline: mean(table), digits: 4 });
  printFigure({ name: 'bytes cpu', value: cpu.ours, unit: 's', baseline: cpu.table, digits: 1 });
  console.error(`load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
