import { open, stat } from 'node:fs/promises';
import { type SourceNote, type UploadRefusal, VIDEO_LIMITS } from '@marquee/rules/media';
import { checkSound } from './check-sound.ts';
import { constantRate } from './ladder.ts';
import { type Measured, measurePackets } from './measure-packets.ts';
import type { MediaTools } from './media-tools.ts';
import { probe, type Rational, type SourceInfo, UNKNOWN_CODEC, type VideoTrack } from './probe.ts';
import { ChildError } from './run-child.ts';
import type { FilmSample } from './sample-film.ts';

/** A film that may be transcoded: its length and frames are counted, not read from its header. */
export type CheckedSource = SourceInfo & {
  video: VideoTrack;
  durationS: number;
  frames: number;
  /** How long the picture is shown, from its first frame. Files that were checked earlier are without it. */
  pictureS?: number;
  /** The constant rate that loses no frame. Likewise. */
  rate?: Rational;
  /** What pieces of the picture say of how it is encoded. Likewise, and of a file whose pieces cannot be read. */
  sample?: FilmSample;
  /** What the maker reads about an accepted file. */
  notes?: SourceNote[];
};
export type SourceVerdict = { ok: true; source: CheckedSource } | { ok: false; refusal: UploadRefusal; detail: string };

type UsedSource = SourceInfo & { video: VideoTrack; notes: SourceNote[] };
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
  const sound = await checkSound(tools, path, info.audio, signal);
  if (info.audio.length > 0 && sound.audio.length === 0) {
    return refuse('SOUND_UNREADABLE', info.audio.map(({ codec }) => codec).join());
  }
  const notes = [...sound.notes, ...(info.subtitles > 0 ? (['SUBTITLES_LEFT_OUT'] as const) : [])];
  const used = { ...info, audio: sound.audio, notes } as UsedSource;
  return checkPackets(tools, path, used, signal);
}

/** Refusals by the headers alone. */
export function checkHeader({ video, tracks, durationS, container }: SourceInfo): Refused | undefined {
  if (tracks > VIDEO_LIMITS.tracksMax) return refuse('TOO_MANY_TRACKS', `${tracks} tracks`);
  if (!video) return refuse('NO_VIDEO_TRACK', container);
  if (video.codec === UNKNOWN_CODEC) return refuse('VIDEO_FORMAT_UNKNOWN', container);
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
  info: UsedSource,
  signal?: AbortSignal,
): Promise<SourceVerdict> {
  let measured: Measured;
  try {
    measured = await measurePackets(tools, path, info, signal);
  } catch (error) {
    if (!(error instanceof ChildError) || error.failure === 'ABORTED') throw error;
    return refuse('VIDEO_UNREADABLE', error.message);
  }
  return judgePackets(info, measured, await endsInsideBox(path, info.container));
}

/** Refusals by what the packets say. `endsInBox`: the file ends before its container does. */
export function judgePackets(info: UsedSource, measured: Measured, endsInBox: boolean): SourceVerdict {
  const { times, pictureEndS, soundEndS, complaints } = measured;
  const frames = times.length;
  const shownS = Math.max(pictureEndS, soundEndS);
  const declaredS = declaredSeconds(info) ?? shownS;
  const detail = `${frames} frames, ${pictureEndS} s and ${soundEndS} s of sound of ${declaredS} s, ${complaints}`;

  if (shownS > VIDEO_LIMITS.durationSMax) return refuse('VIDEO_TOO_LONG', detail);
  const durationS = Math.max(shownS, declaredS);
  const isStill = durationS > VIDEO_LIMITS.secondsPerFrameMax && frames < durationS / VIDEO_LIMITS.secondsPerFrameMax;
  const isCut = TRUNCATION.test(complaints) || endsInBox;
  // A file without its end has few frames for its declared length too, so the order matters.
  if (isCut) return refuse('FILE_TRUNCATED', detail);
  if (isStill) return refuse('VIDEO_IS_A_STILL', detail);
  if (endsEarly(shownS, declaredS) || endsEarly(pictureEndS, info.video.durationS)) {
    return refuse('FILE_TRUNCATED', detail);
  }
  if (frames === 0) return refuse('VIDEO_UNREADABLE', detail);
  if (durationS < VIDEO_LIMITS.durationSMin) return refuse('VIDEO_TOO_SHORT', detail);
  if (frames / measured.pictureS > VIDEO_LIMITS.framesPerSecondMax * 1.01) return refuse('FRAME_RATE_TOO_HIGH', detail);
  // Every encoder of sound adds a few milliseconds at the end, which need no picture.
  const heldS = soundEndS - pictureEndS > SOUND_OVERHANG_S ? soundEndS - pictureEndS : 0;
  const notes = [...info.notes, ...(heldS > 0 ? (['PICTURE_HELD'] as const) : [])];
  const pictureS = measured.pictureS + heldS;
  return { ok: true, source: { ...info, durationS, frames, pictureS, rate: constantRate(info.video, times), notes } };
}

const SOUND_OVERHANG_S = 0.1;

/** How long the tracks that are used say they are. Others, such as subtitles, may be longer. */
function declaredSeconds({ video, audio, durationS }: SourceInfo & { video: VideoTrack }): number | undefined {
  const declared = [video, ...audio].map((track) => track.durationS);
  const known = declared.filter((s) => s !== undefined);
  return known.length === declared.length ? Math.max(...known) : durationS;
}

const endsEarly = (seconds: number, declaredS = 0) => seconds < declaredS * 0.9 - 2;

const TRUNCATION = /partial file|truncat|moov atom not found|File ended prematurely|Packet corrupt|end of file/i;

/**
 * An ISO file is a row of boxes with their lengths: one that reaches behind the end of the file was cut off. ffmpeg
 * plays such a file up to there without an error.
 */
export async function endsInsideBox(path: string, container: string): Promise<boolean> {
  if (!container.startsWith('mov,')) return false;
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(16);
    for (let at = 0, boxes = 0; at + 8 <= size && boxes < BOXES_MAX; boxes += 1) {
      await file.read(head, 0, 16, at);
      const short = head.readUInt32BE(0);
      const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
      // A last box that reaches to the end has length 0; what is shorter than a box is padding.
      if (length < 8) return false;
      at += length;
      if (at > size) return true;
    }
    return false;
  } finally {
    await file.close();
  }
}
const BOXES_MAX = 200_000;

/** Reads a container's first bytes: a video without its index is refused as truncated, anything else as no video. */
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
