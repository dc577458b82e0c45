import { open, stat } from 'node:fs/promises';
import { type UploadRefusal, VIDEO_LIMITS } from '@marquee/rules/media';
import { inputFile, type MediaTools, SAFE_INPUT } from './media-tools.ts';
import { probe, type SourceInfo, type VideoTrack } from './probe.ts';
import { ChildError, runChild } from './run-child.ts';

/** A film that may be transcoded: its length and frames are counted, not read from its header. */
export type CheckedSource = SourceInfo & { video: VideoTrack; durationS: number; frames: number };
export type SourceVerdict = { ok: true; source: CheckedSource } | { ok: false; refusal: UploadRefusal; detail: string };

type Refused = { ok: false; refusal: UploadRefusal; detail: string };
const refuse = (refusal: UploadRefusal, detail: string): Refused => ({ ok: false, refusal, detail });

/** Judges a file by what it holds, never by its name. The detail is for the log. */
export async function checkSource(tools: MediaTools, path: string, signal?: AbortSignal): Promise<SourceVerdict> {
  const { size } = await stat(path);
  if (size === 0) return refuse('EMPTY_FILE', '0 bytes');
  if (size > VIDEO_LIMITS.bytesMax) return refuse('VIDEO_TOO_LARGE', `${size} bytes`);

  let info: SourceInfo;
  try {
    info = await probe(tools, path, signal);
  } catch (error) {
    return refusalOfProbe(error, await looksLikeFilm(path));
  }
  const refused = checkHeader(info);
  if (refused) return refused;
  return checkPackets(tools, path, info as SourceInfo & { video: VideoTrack }, signal);
}

/** Refusals by the headers alone. */
export function checkHeader({ video, tracks, durationS, container }: SourceInfo): Refused | undefined {
  if (tracks > VIDEO_LIMITS.tracksMax) return refuse('TOO_MANY_TRACKS', `${tracks} tracks`);
  if (!video) return refuse('NO_VIDEO_TRACK', container);
  const sides = [video.width, video.height, video.codedWidth, video.codedHeight];
  const size = `${video.codedWidth}x${video.codedHeight}, seen as ${video.width}x${video.height}`;
  if (Math.min(...sides) < VIDEO_LIMITS.sideMin) return refuse('VIDEO_TOO_SMALL', size);
  const [long, short] = [Math.max(video.width, video.height), Math.min(video.width, video.height)];
  const codedLong = Math.max(video.codedWidth, video.codedHeight);
  const codedShort = Math.min(video.codedWidth, video.codedHeight);
  if (Math.max(long, codedLong) > VIDEO_LIMITS.longSideMax || Math.max(short, codedShort) > VIDEO_LIMITS.shortSideMax) {
    return refuse('VIDEO_DIMENSIONS', size);
  }
  if (durationS !== undefined && durationS > VIDEO_LIMITS.durationSMax)
    return refuse('VIDEO_TOO_LONG', `${durationS} s`);
  return undefined;
}

/** Refusals that need counting: frames, the real length, and whether the end is there. */
async function checkPackets(
  tools: MediaTools,
  path: string,
  info: SourceInfo & { video: VideoTrack },
  signal?: AbortSignal,
): Promise<SourceVerdict> {
  let counted: Counted;
  try {
    counted = await countPackets(tools, path, info, signal);
  } catch (error) {
    if (!(error instanceof ChildError) || error.failure === 'ABORTED') throw error;
    return refuse('VIDEO_UNREADABLE', error.message);
  }
  const { frames, durationS, complaints } = counted;
  const declaredS = info.durationS ?? durationS;
  const detail = `${frames} frames, ${durationS} s of ${declaredS} s, ${complaints}`;

  if (durationS > VIDEO_LIMITS.durationSMax) return refuse('VIDEO_TOO_LONG', detail);
  const shownS = Math.max(durationS, declaredS);
  const isStill = shownS > VIDEO_LIMITS.secondsPerFrameMax && frames < shownS / VIDEO_LIMITS.secondsPerFrameMax;
  const isCut = TRUNCATION.test(complaints) || (await endsInsideBox(path, info.container));
  // A file without its end has few frames for its declared length too, so the order matters.
  if (isCut) return refuse('FILE_TRUNCATED', detail);
  if (isStill) return refuse('VIDEO_IS_A_STILL', detail);
  if (durationS < declaredS * 0.9 - 2) return refuse('FILE_TRUNCATED', detail);
  if (frames === 0) return refuse('VIDEO_UNREADABLE', detail);
  if (shownS < VIDEO_LIMITS.durationSMin) return refuse('VIDEO_TOO_SHORT', detail);
  if (frames / shownS > VIDEO_LIMITS.framesPerSecondMax * 1.01) return refuse('FRAME_RATE_TOO_HIGH', detail);
  return { ok: true, source: { ...info, durationS: shownS, frames } };
}

const TRUNCATION = /partial file|truncat|moov atom not found|File ended prematurely|Packet corrupt|end of file/i;

type Counted = { frames: number; durationS: number; complaints: string };

/** Reads every packet of the picture track without decoding one: as fast as the disk. */
async function countPackets(
  tools: MediaTools,
  path: string,
  info: SourceInfo & { video: VideoTrack },
  signal?: AbortSignal,
): Promise<Counted> {
  const progress = new Map<string, string>();
  const args = ['-v', 'error', '-nostdin', '-nostats', ...SAFE_INPUT, '-i', inputFile(path)];
  args.push('-map', `0:${info.video.index}`, '-c', 'copy', '-f', 'null', '-progress', 'pipe:1', '-');
  const { stderr } = await runChild(tools.ffmpeg, args, {
    limits: { timeoutMs: 10 * 60_000, memoryBytes: 2 * 1024 ** 3 },
    signal,
    onStarted: tools.onStarted,
    onLine: (line) => {
      const at = line.indexOf('=');
      if (at > 0) progress.set(line.slice(0, at), line.slice(at + 1).trim());
    },
  });
  const frames = Number(progress.get('frame') ?? 0);
  const outTimeUs = Number(progress.get('out_time_us') ?? 0);
  return { frames, durationS: Math.max(0, outTimeUs / 1e6 || 0), complaints: stderr.trim().slice(-500) };
}

/**
 * An ISO file is a row of boxes with their lengths: one that reaches behind the end of the file was cut off. ffmpeg
 * plays such a file up to there without an error.
 */
async function endsInsideBox(path: string, container: string): Promise<boolean> {
  if (!container.startsWith('mov,')) return false;
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(16);
    for (let at = 0, boxes = 0; at + 8 <= size && boxes < BOXES_MAX; boxes += 1) {
      await file.read(head, 0, 16, at);
      const short = head.readUInt32BE(0);
      const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short;
      if (length < 8) return false; // padding behind the last box
      at += length;
      if (at > size) return true;
    }
    return false;
  } finally {
    await file.close();
  }
}
const BOXES_MAX = 200_000;

/** Looks at a container's first bytes: a video without its index is refused as truncated, anything else as no video. */
async function looksLikeFilm(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(16);
    await file.read(head, 0, 16, 0);
    const isoBox = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].includes(head.toString('latin1', 4, 8));
    return isoBox || head.readUInt32BE(0) === 0x1a45dfa3;
  } finally {
    await file.close();
  }
}

function refusalOfProbe(error: unknown, isFilm: boolean): Refused {
  if (!(error instanceof ChildError) || error.failure === 'ABORTED' || error.failure === 'SPAWN') throw error;
  if (isFilm && (TRUNCATION.test(error.stderr) || error.failure === 'EXIT')) {
    return refuse('FILE_TRUNCATED', error.message);
  }
  if (error.failure === 'EXIT') return refuse('NOT_A_VIDEO', error.message);
  return refuse('VIDEO_UNREADABLE', error.message);
}
