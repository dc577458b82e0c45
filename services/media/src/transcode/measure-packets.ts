import { inputFile, type MediaTools, SAFE_INPUT } from './media-tools.ts';
import type { SourceInfo, VideoTrack } from './probe.ts';
import { runChild } from './run-child.ts';

/** What the packets of a file say, in seconds. */
export type Measured = {
  /** When each frame is shown, in this order. */
  times: Float64Array;
  /** From the first frame to the end of the last one. */
  pictureS: number;
  /** The end of the last frame, and of the longest sound track. */
  pictureEndS: number;
  soundEndS: number;
  /** What ffmpeg says of a damaged file. */
  complaints: string;
};

const TRACK_OF_PICTURE = 0;
// '0,      12288,      12800,      512,     2328, 0x7563504b, F=0x0': track, decoded and shown when, how long.
const PACKET = /^(\d+), *(-?\d+), *(-?\d+), *(-?\d+),/;
const TIME_BASE = /^#tb (\d+): (\d+)\/(\d+)/;
/** A packet without a time has this number, which is far out of the range of any film. */
const NO_TIME = -(2 ** 62);

/** Reads every packet of picture and sound without decoding one: as fast as the disk. */
export async function measurePackets(
  tools: MediaTools,
  path: string,
  info: SourceInfo & { video: VideoTrack },
  signal?: AbortSignal,
): Promise<Measured> {
  const packets = readPackets();
  const args = ['-v', 'error', '-nostdin', '-nostats', ...SAFE_INPUT, '-i', inputFile(path)];
  for (const { index } of [info.video, ...info.audio]) args.push('-map', `0:${index}`);
  args.push('-c', 'copy', '-f', 'framecrc', '-');
  const limits = { timeoutMs: 10 * 60_000, memoryBytes: 2 * 1024 ** 3 };
  const options = { limits, signal, onStarted: tools.onStarted, onLine: packets.onLine };
  const { stderr } = await runChild(tools.ffmpeg, args, options);
  return { ...packets.measured(), complaints: stderr.trim().slice(-500) };
}

/** Reads what `-f framecrc` says of each packet; the first track is the picture. */
export function readPackets() {
  const units: number[] = [];
  const times: number[] = [];
  const ends: number[] = [];
  return {
    onLine(line: string): void {
      const base = TIME_BASE.exec(line);
      if (base) units[Number(base[1])] = Number(base[2]) / Number(base[3]);
      const packet = PACKET.exec(line);
      if (!packet) return;
      const track = Number(packet[1]);
      const [decoded, shown, length] = [Number(packet[2]), Number(packet[3]), Math.max(0, Number(packet[4]))];
      const unit = units[track] ?? 0;
      const at = (shown > NO_TIME ? shown : decoded) * unit;
      if (track === TRACK_OF_PICTURE) times.push(at);
      ends[track] = Math.max(ends[track] ?? 0, at + length * unit);
    },
    measured: () => measure(times, ends),
  };
}

function measure(times: number[], ends: number[]): Omit<Measured, 'complaints'> {
  const sorted = Float64Array.from(times).sort();
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  const [, ...soundEnds] = ends;
  // A file that does not say how long its last frame is shown means as long as the others.
  const step = sorted.length > 1 ? (last - first) / (sorted.length - 1) : 0;
  const pictureEndS = Math.max(ends[TRACK_OF_PICTURE] ?? 0, last + (ends[TRACK_OF_PICTURE] === last ? step : 0));
  return {
    times: sorted,
    pictureS: pictureEndS - first,
    pictureEndS,
    soundEndS: Math.max(0, ...soundEnds.map((end = 0) => end)),
  };
}
