import type { CheckedSource } from './check-source.ts';
import { encoderOptions, pictureChain } from './encode.ts';
import { planRungs, planTiming, type RenditionPlan, SEGMENT_S } from './ladder.ts';
import { inputFile, type MediaTools, memoryFor, SAFE_INPUT } from './media-tools.ts';
import { planPieces } from './plan-pieces.ts';
import { ChildError, runChild } from './run-child.ts';

/** A piece of a film in the size of one rung, encoded at constant quality without a cap. */
export type SampledPiece = {
  /** Bits per second, with a keyframe for each segment. */
  bitRate: number;
  /** How like the source it is: SSIM of the luma, from 0 to 1. */
  ssim: number;
  /** By the name of each rung but the lowest: how like its picture the rung below is, enlarged. */
  below: Record<string, number>;
};
/** `rung` is the one that was encoded. */
export type FilmSample = { rung: string; pieces: SampledPiece[] };

const SAMPLED_LINES_MAX = 540;

/**
 * Looks at pieces of a film: how many bits they take at constant quality, and what each rung of the ladder adds to the one
 * below. The same file gives the same answer; pieces that cannot be read are left out.
 */
export async function sampleFilm(
  tools: MediaTools,
  source: CheckedSource,
  path: string,
  signal?: AbortSignal,
): Promise<FilmSample | undefined> {
  const rungs = planRungs(source.video);
  const sampled = rungs.findLast(({ width, height }) => Math.min(width, height) <= SAMPLED_LINES_MAX) ?? rungs[0];
  if (!sampled) return undefined;
  const { starts, lengthS } = planPieces(source.pictureS ?? source.durationS);
  const { rate } = planTiming(source);
  const pieces = await samplePieces(starts, async (at) => {
    const log = pieceLog(rungs, rate.numerator / rate.denominator);
    await runChild(tools.ffmpeg, pieceArguments(tools, source, path, { at, lengthS, rungs, sampled }), {
      limits: {
        timeoutMs: timeoutMs(source, lengthS),
        memoryBytes: memoryFor(source.video.width * source.video.height),
      },
      signal,
      onStarted: tools.onStarted,
      onErrorLine: log.read,
    });
    return log.piece();
  });
  return pieces.length > 0 ? { rung: sampled.name, pieces } : undefined;
}

/** Looks at pieces one after the other, up to the first that takes too long: so would the others, while films wait. */
export async function samplePieces(
  starts: readonly number[],
  sample: (at: number) => Promise<SampledPiece | undefined>,
): Promise<SampledPiece[]> {
  const pieces: SampledPiece[] = [];
  for (const at of starts) {
    try {
      const piece = await sample(at);
      if (piece) pieces.push(piece);
    } catch (error) {
      if (error instanceof ChildError && error.failure === 'TIMEOUT') return pieces;
      if (!(error instanceof ChildError && error.failure === 'EXIT')) throw error;
    }
  }
  return pieces;
}

type Piece = { at: number; lengthS: number; rungs: RenditionPlan[]; sampled: RenditionPlan };

function pieceArguments(tools: MediaTools, source: CheckedSource, path: string, piece: Piece): string[] {
  const threads = tools.threads > 0 ? ['-threads', String(tools.threads)] : [];
  const { graph, outputs } = pieceGraph(source, piece);
  const args = ['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'repeat+level+info', ...threads, ...SAFE_INPUT];
  args.push('-ss', piece.at.toFixed(3), '-t', piece.lengthS.toFixed(3), '-i', inputFile(path));
  args.push('-filter_complex', graph);
  args.push('-map', '[sampled]', '-c:v', 'libx264', ...encoderOptions('veryfast', piece.sampled), ...threads);
  args.push('-x264-params', 'ssim=1:keyint=infinite', '-f', 'null', '-');
  for (const output of outputs) args.push('-map', output, '-f', 'null', '-');
  return args;
}

/** The rungs of one decoded piece; each is used as itself, as the one below another, and as the one that is encoded. */
function pieceGraph(source: CheckedSource, { rungs, sampled }: Piece): { graph: string; outputs: string[] } {
  const chains = [
    `[0:${source.video.index}]${pictureChain(source, planTiming(source)).join(',')},split=${rungs.length}` +
      rungs.map((_, index) => `[source${index}]`).join(''),
  ];
  const outputs: string[] = [];
  for (const [index, rung] of rungs.entries()) {
    const uses = [
      ...(index > 0 ? [`[upper${index}]`] : []),
      ...(index < rungs.length - 1 ? [`[lower${index + 1}]`] : []),
      ...(rung === sampled ? ['[sampled]'] : []),
    ];
    chains.push(`[source${index}]${scaleTo(rung)},format=yuv420p,split=${uses.length}${uses.join('')}`);
    if (index === 0) continue;
    chains.push(`[lower${index}]${scaleTo(rung)}[enlarged${index}]`);
    chains.push(`[enlarged${index}][upper${index}]ssim@${rung.name}[seen${index}]`);
    outputs.push(`[seen${index}]`);
  }
  return { graph: chains.join(';'), outputs };
}

const scaleTo = ({ width, height }: RenditionPlan) => `scale=${width}:${height}:flags=bicubic:out_range=tv,setsar=1`;

const FRAMES = /^\[libx264 @ \w+\] \[info\] frame ([IPB]):(\d+) .*size: *(\d+)/;
const LIKENESS = /^\[libx264 @ \w+\] \[info\] SSIM Mean Y:([\d.]+)/;
const BELOW = /^\[ssim@(\w+) @ \w+\] \[info\] SSIM Y:([\d.]+)/;

/**
 * Reads the log of one piece as it is written, and keeps none of it: of a damaged file it has millions of lines. The piece
 * is undefined when a part of it is missing.
 */
export function pieceLog(rungs: readonly Pick<RenditionPlan, 'name'>[], framesPerS: number) {
  let [frames, keyBits, otherBits, ssim] = [0, 0, 0, 0];
  const uppers = rungs.slice(1).map(({ name }) => name);
  const below: Record<string, number> = {};
  function read(line: string): void {
    const [, kind, count = 0, bytes = 0] = FRAMES.exec(line) ?? [];
    frames += Number(count);
    // A piece begins with a keyframe, of which a film has one in each segment.
    if (kind === 'I') keyBits = Number(bytes) * 8;
    else otherBits += Number(count) * Number(bytes) * 8;
    ssim = Number(LIKENESS.exec(line)?.[1] ?? ssim);
    const [, name, likeness] = BELOW.exec(line) ?? [];
    if (name && uppers.includes(name)) below[name] = Number(likeness);
  }
  function piece(): SampledPiece | undefined {
    const isWhole = frames > 0 && ssim > 0 && uppers.every((name) => below[name] !== undefined);
    if (!isWhole) return undefined;
    return { bitRate: Math.round((otherBits * framesPerS) / frames + keyBits / SEGMENT_S), ssim, below };
  }
  return { read, piece };
}

function timeoutMs({ video }: CheckedSource, lengthS: number): number {
  const weight = Math.max(1, (video.width * video.height) / (1920 * 1080));
  return 60_000 + lengthS * 60_000 * weight;
}
