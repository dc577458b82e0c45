import { z } from 'zod';
import { inputFile, type MediaTools, SAFE_INPUT } from './media-tools.ts';
import { runChild } from './run-child.ts';

/** A fraction as ffprobe writes it: '30000/1001'. */
export type Rational = { numerator: number; denominator: number };

export type VideoTrack = {
  index: number;
  codec: string;
  /** As stored, before aspect ratio and rotation. */
  codedWidth: number;
  codedHeight: number;
  /** As seen: square pixels, upright. */
  width: number;
  height: number;
  rotation: 0 | 90 | 180 | 270;
  pixelFormat: string | undefined;
  averageRate: Rational | undefined;
  baseRate: Rational | undefined;
  interlaced: boolean;
  transfer: string | undefined;
  matrix: string | undefined;
  primaries: string | undefined;
  durationS: number | undefined;
};
export type AudioTrack = {
  index: number;
  codec: string;
  channels: number;
  /** Of many channels without names the first two are used: left and right of the mix, where broadcasters put them. */
  mapping?: 'FIRST_TWO';
  durationS: number | undefined;
  language: string | undefined;
  title: string | undefined;
  /** It also says what is seen. Files that were checked earlier are without it. */
  isDescription?: boolean;
};
export type SourceInfo = {
  container: string;
  bytes: number;
  durationS: number | undefined;
  tracks: number;
  subtitles: number;
  video: VideoTrack | undefined;
  audio: AudioTrack[];
};

/** The codec of a track that ffmpeg has no name for, and cannot decode. */
export const UNKNOWN_CODEC = 'unknown';

const numeric = z.coerce.number().optional().catch(undefined);
const probedStream = z.object({
  index: z.number(),
  codec_type: z.string().optional(),
  codec_name: z.string().default(UNKNOWN_CODEC),
  width: z.number().default(0),
  height: z.number().default(0),
  coded_width: z.number().optional(),
  pix_fmt: z.string().optional(),
  sample_aspect_ratio: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  r_frame_rate: z.string().optional(),
  field_order: z.string().optional(),
  color_transfer: z.string().optional(),
  color_space: z.string().optional(),
  color_primaries: z.string().optional(),
  channels: z.number().default(0),
  channel_layout: z.string().optional(),
  duration: numeric,
  tags: z.record(z.string(), z.string()).default({}),
  disposition: z.record(z.string(), z.number()).default({}),
  side_data_list: z.array(z.looseObject({ rotation: numeric })).default([]),
});
const probed = z.object({
  streams: z.array(probedStream).default([]),
  format: z.object({ format_name: z.string(), duration: numeric, size: numeric }),
});
type ProbedStream = z.output<typeof probedStream>;

const PROBE_LIMITS = { timeoutMs: 60_000, memoryBytes: 2 * 1024 ** 3 };

/** Reads a file's headers. Throws `ChildError` when it is no container that ffmpeg may open. */
export async function probe(tools: MediaTools, path: string, signal?: AbortSignal): Promise<SourceInfo> {
  const args = ['-v', 'error', ...SAFE_INPUT, '-print_format', 'json', '-show_format', '-show_streams'];
  const options = { limits: PROBE_LIMITS, signal, onStarted: tools.onStarted };
  const { stdout } = await runChild(tools.ffprobe, [...args, inputFile(path)], options);
  return readProbe(JSON.parse(stdout));
}

/** ffprobe's answer as what a film is: the first real picture track, all sound, pixels as they are seen. */
export function readProbe(answer: unknown): SourceInfo {
  const { streams, format } = probed.parse(answer);
  const pictures = streams.filter((stream) => stream.codec_type === 'video' && !stream.disposition.attached_pic);
  const picture = pictures.find((stream) => stream.disposition.default) ?? pictures[0];
  const sounds = streams.filter((stream) => stream.codec_type === 'audio');
  const durations = [format.duration, ...streams.map((stream) => stream.duration)].filter((s) => s !== undefined);
  return {
    container: format.format_name,
    bytes: format.size ?? 0,
    durationS: durations.length > 0 ? Math.max(...durations) : undefined,
    tracks: streams.length,
    subtitles: streams.filter((stream) => stream.codec_type === 'subtitle').length,
    video: picture && readVideo(picture),
    audio: sounds.map(readAudio),
  };
}

function readVideo(stream: ProbedStream): VideoTrack {
  const rotation = readRotation(stream);
  const aspect = readRational(stream.sample_aspect_ratio?.replace(':', '/'));
  const stretch = aspect ? aspect.numerator / aspect.denominator : 1;
  // Narrow pixels are widened and wide ones heightened, so that no line of the source is lost.
  const wide = stretch >= 1 ? stream.width * stretch : stream.width;
  const high = stretch < 1 ? stream.height / stretch : stream.height;
  const upright = rotation === 90 || rotation === 270;
  return {
    index: stream.index,
    codec: stream.codec_name,
    codedWidth: stream.width,
    codedHeight: stream.height,
    width: Math.round(upright ? high : wide),
    height: Math.round(upright ? wide : high),
    rotation,
    pixelFormat: stream.pix_fmt,
    averageRate: readRational(stream.avg_frame_rate),
    baseRate: readRational(stream.r_frame_rate),
    interlaced: ['tt', 'bb', 'tb', 'bt'].includes(stream.field_order ?? ''),
    transfer: stream.color_transfer,
    matrix: stream.color_space,
    primaries: stream.color_primaries,
    durationS: stream.duration,
  };
}

function readRotation(stream: ProbedStream): VideoTrack['rotation'] {
  const turned = stream.side_data_list.find((data) => data.rotation !== undefined)?.rotation;
  const degrees = turned ?? Number(stream.tags.rotate ?? 0);
  const quarter = ((Math.round((Number.isFinite(degrees) ? degrees : 0) / 90) % 4) + 4) % 4;
  return ([0, 90, 180, 270] as const)[quarter] ?? 0;
}

function readAudio(stream: ProbedStream): AudioTrack {
  return {
    index: stream.index,
    codec: stream.codec_name,
    channels: stream.channels,
    mapping: isUnnamed(stream) ? 'FIRST_TWO' : undefined,
    durationS: stream.duration,
    language: readLanguage(stream.tags.language),
    title: (stream.tags.title ?? stream.tags.handler_name)?.slice(0, 60),
    isDescription: isDescription(stream),
  };
}

/** Many files say it in the title of the track alone. */
function isDescription({ disposition, tags }: ProbedStream): boolean {
  const { visual_impaired, descriptions } = disposition;
  return Boolean(visual_impaired || descriptions) || DESCRIPTION_TITLE.test(tags.title ?? tags.handler_name ?? '');
}

// In English, and as most languages of Europe write it.
const DESCRIPTION_TITLE = /(?<!\b(?:no|without|sans|sin|ohne) )(audio[ -]?des[ck]ri|descri(bed|ptive) (audio|video))/i;

/** ffmpeg has a usual order for up to eight channels. */
function isUnnamed({ channels, channel_layout }: ProbedStream): boolean {
  return channels > 8 && (channel_layout ?? 'unknown') === 'unknown';
}

/** ISO 639-2 in the file becomes a BCP 47 tag: 'ger' and 'deu' are 'de'; 'und' says nothing. */
function readLanguage(tag: string | undefined): string | undefined {
  if (!tag || !/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag)) return undefined;
  const [canonical] = Intl.getCanonicalLocales(BIBLIOGRAPHIC[tag.toLowerCase()] ?? tag);
  return canonical === 'und' ? undefined : canonical;
}

// The codes of ISO 639-2/B, which Intl does not know.
const BIBLIOGRAPHIC: Record<string, string> = {
  alb: 'sq',
  arm: 'hy',
  baq: 'eu',
  bur: 'my',
  chi: 'zh',
  cze: 'cs',
  dut: 'nl',
  fre: 'fr',
  geo: 'ka',
  ger: 'de',
  gre: 'el',
  ice: 'is',
  mac: 'mk',
  mao: 'mi',
  may: 'ms',
  per: 'fa',
  rum: 'ro',
  slo: 'sk',
  tib: 'bo',
  wel: 'cy',
};

function readRational(text: string | undefined): Rational | undefined {
  const match = /^(\d+)\/(\d+)$/.exec(text ?? '');
  if (!match) return undefined;
  const [numerator, denominator] = [Number(match[1]), Number(match[2])];
  return numerator > 0 && denominator > 0 ? { numerator, denominator } : undefined;
}
