export type Span = { fromS: number; toS: number };

/** A sound track as it is encoded, apart from `isClipped`, which is of the track as it is stored. */
export type MeasuredSound = {
  /** Integrated loudness of EBU R 128; undefined for a track without sound. */
  lufs: number | undefined;
  /** The true peak, in dBTP. */
  peak: number;
  /**
   * The waves are cut off: the peak is full scale and many samples in a row are at it, or samples beyond full scale, which
   * only formats with fractions hold, are cut when they are played.
   */
  isClipped: boolean;
  /** The loudest parts of the first track. */
  loudest: Span | undefined;
};

/** What ffmpeg's filters said. */
export type Inspected = {
  black: Span[];
  silence: Span[];
  /** The part of the picture that is ever brighter than black; undefined when there is none. */
  used: { width: number; height: number; x: number; y: number } | undefined;
  /** How many frames are made of two half pictures, the upper or the lower one first, and how many are whole. */
  fields: { top: number; bottom: number; none: number };
  errors: { count: number; span: Span | undefined };
  sounds: MeasuredSound[];
};

/** More are no more of a help. */
const SPANS_MAX = 200;
const SILENT_LUFS = -69.9;
const FULL_SCALE_DB = -1;
const FLAT_FACTOR_MIN = 15;
/** An encoder such as that of AAC adds up to half a decibel to a peak. */
const BEYOND_SCALE_DB = 0.5;
/** How far below the peak a cut wave is still found: filters turn its corners into peaks of their own. */
const LOUDEST_DB = 2;

const BLACK = /^\[blackdetect @ \w+\] \[info\] black_start:([\d.]+) black_end:([\d.]+)/;
const SILENCE = /^\[silencedetect @ \w+\] \[info\] silence_end: ([\d.]+) \| silence_duration: ([\d.]+)/;
const USED = /^\[Parsed_cropdetect_\d+ @ \w+\] \[info\] .* w:(-?\d+) h:(-?\d+) x:(-?\d+) y:(-?\d+) .*? t:([\d.]+)/;
const FIELDS = /^\[Parsed_idet_\d+ @ \w+\] \[info\] Multi frame detection: TFF: *(\d+) BFF: *(\d+) Progressive: *(\d+)/;
const ERROR = /^(\[[^\]]+\] )?\[(error|fatal)\] /;
const LOUD = /^\[ebur128@0 @ \w+\] \[info\] t: ([\d.]+) .* FTPK:(.*) dBFS +TPK:/;
const SOUND = /^\[(ebur128|astats)@(\d+) @ \w+\]/;
const SUMMARY = /^ {4}(I|Peak): +(-?[\d.]+|-?inf|nan) (LUFS|dBFS)$/;
const STATISTIC = /^\[astats@(\d+) @ \w+\] \[info\] (Peak level dB|Flat factor): (-?[\d.]+)/;

/** Reads the log of `inspectFilm`'s ffmpeg, line by line. */
export function readInspection(tracks: number) {
  const found = { black: [] as Span[], silence: [] as Span[], fields: { top: 0, bottom: 0, none: 0 } };
  const sounds = Array.from({ length: tracks }, () => ({ lufs: -70, peak: -Infinity, level: -Infinity, flat: 0 }));
  const loud: { atS: number; peak: number }[] = [];
  const errors: { count: number; span: Span | undefined } = { count: 0, span: undefined };
  let used: Inspected['used'];
  let atS: number | undefined;
  let summaryOf: number | undefined;

  function readPicture(line: string): boolean {
    const black = BLACK.exec(line);
    if (black) addSpan(found.black, { fromS: Number(black[1]), toS: Number(black[2]) });
    const fields = FIELDS.exec(line);
    if (fields) found.fields = { top: Number(fields[1]), bottom: Number(fields[2]), none: Number(fields[3]) };
    const crop = USED.exec(line);
    if (crop) {
      const [width = 0, height = 0, x = 0, y = 0, seenS = 0] = crop.slice(1).map(Number);
      atS = seenS;
      used = width > 0 && height > 0 ? { width, height, x, y } : undefined;
    }
    return Boolean(black ?? fields ?? crop);
  }

  function readSound(line: string): void {
    const silence = SILENCE.exec(line);
    if (silence) {
      const toS = Number(silence[1]);
      addSpan(found.silence, { fromS: Math.max(0, toS - Number(silence[2])), toS });
      return;
    }
    const frame = LOUD.exec(line);
    if (frame) {
      loud.push({ atS: Number(frame[1]), peak: Math.max(...numbersIn(frame[2])) });
      return;
    }
    const statistic = STATISTIC.exec(line);
    const track = sounds[Number(statistic?.[1] ?? SOUND.exec(line)?.[2] ?? summaryOf)];
    if (statistic && track) {
      if (statistic[2] === 'Flat factor') track.flat = Number(statistic[3]);
      else track.level = Number(statistic[3]);
      return;
    }
    // The values of a summary stand on lines of their own.
    const filter = SOUND.exec(line);
    if (filter) summaryOf = filter[1] === 'ebur128' && line.endsWith('Summary:') ? Number(filter[2]) : undefined;
    const value = SUMMARY.exec(line);
    if (!value || !track) return;
    if (value[1] === 'I') track.lufs = decibels(value[2]);
    else track.peak = decibels(value[2]);
  }

  return {
    onLine(line: string): void {
      if (readPicture(line)) return;
      // A recording that begins in the middle of a broadcast has nothing to decode its first frames from.
      if (ERROR.test(line) && atS !== undefined) {
        errors.count += 1;
        errors.span = { fromS: errors.span?.fromS ?? atS, toS: atS };
      } else readSound(line);
    },
    inspected: (): Inspected => ({
      ...found,
      used,
      errors,
      sounds: sounds.map(({ lufs, peak, level, flat }, index) => ({
        lufs: lufs > SILENT_LUFS ? lufs : undefined,
        peak,
        isClipped: level > BEYOND_SCALE_DB || (level >= FULL_SCALE_DB && flat >= FLAT_FACTOR_MIN),
        loudest: index === 0 ? loudestOf(loud, peak) : undefined,
      })),
    }),
  };
}

function addSpan(spans: Span[], span: Span): void {
  if (spans.length < SPANS_MAX) spans.push(span);
}

function loudestOf(frames: { atS: number; peak: number }[], peak: number): Span | undefined {
  const times = frames.filter((frame) => frame.peak >= peak - LOUDEST_DB).map(({ atS }) => atS);
  const [first, last] = [times[0], times.at(-1)];
  return first === undefined || last === undefined ? undefined : { fromS: Math.max(0, first - 0.1), toS: last };
}

const numbersIn = (text = '') => text.trim().split(/ +/).map(decibels);
const decibels = (text = '') => (Number.isFinite(Number(text)) ? Number(text) : -Infinity);
