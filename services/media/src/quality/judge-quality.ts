import { CAPTIONS_AFTER_END_MS, isQualityFact, type QualityKind } from '@marquee/rules/quality';
import { secondsIn } from '../text-tracks/cue-seconds.ts';
import type { CheckedSource } from '../transcode/check-source.ts';
import { type Inspection, SAMPLES_PER_S } from './inspect-film.ts';
import type { Span } from './read-inspection.ts';

export type QualityFinding = {
  kind: QualityKind;
  fromMs?: number | undefined;
  toMs?: number | undefined;
  value?: number | undefined;
  compared?: number | undefined;
};

/** Each limit is where a thing is more probably a mistake than a choice of the film. */
const LIMITS = {
  /** A pause between two acts is shorter; a film may begin and end in the dark. */
  blackS: 5,
  blackAtEndsS: 15,
  /** A film that shows nothing else, however short. */
  blackShare: 0.9,
  silenceS: 10,
  silenceAtEndsS: 30,
  soundShortS: 2,
  soundLongS: 1,
  /** Of frames that could be judged, in one order of fields; a moving pattern alone gives both. */
  interlacedShare: 0.5,
  otherOrderShare: 0.05,
  fieldsJudgedMin: 48,
  /** Of a side of the picture. */
  barShare: 0.05,
  barsUnequalShare: 0.03,
  /** What is smaller is a title on black, not a picture. */
  usedShareMin: 0.4,
  /** Steps between frames that differ this much from the usual one, and how many of them. */
  stepDiffers: 0.25,
  stepsDifferShare: 0.05,
  framesMin: 24,
  findingsMax: 200,
} as const;
const AT_ENDS_S = 0.6;

/** When subtitles are out of step with the sound; `secondsMin` is how many seconds need to have a text. */
const CAPTIONS_SILENT = { share: 0.5, secondsMin: 10, filmShareMax: 0.5 } as const;

/** The findings by what was measured, in the order of their times; what is about the whole film comes first. */
export function judgeQuality(source: CheckedSource, inspection: Inspection): QualityFinding[] {
  const found = [
    ...damage(inspection),
    ...black(source, inspection),
    ...sounds(source, inspection),
    ...lengths(source, inspection),
    ...fields(source, inspection),
    ...bars(source, inspection),
    ...pixels(source),
    ...rate(inspection),
  ];
  return found.sort((one, other) => (one.fromMs ?? -1) - (other.fromMs ?? -1)).slice(0, LIMITS.findingsMax);
}

/** Subtitles that end after the film, by how much. They can change after the check. */
export function lateCaptions(durationMs: number, tracks: readonly { endMs: number }[]): QualityFinding[] {
  return tracks
    .filter(({ endMs }) => endMs > durationMs + CAPTIONS_AFTER_END_MS)
    .map(({ endMs }) => ({ kind: 'CAPTIONS_LATE', value: rounded((endMs - durationMs) / 1000) }));
}

const ms = (seconds: number) => Math.max(0, Math.round(seconds * 1000));

type CueTimes = { cueSeconds: Uint8Array | null };

/**
 * Subtitles whose texts lie mostly where nothing is heard, with how many of a hundred do. A film that is silent for the
 * most part has texts there in any case.
 */
export function silentCaptions(
  durationMs: number,
  silence: readonly (readonly [fromMs: number, toMs: number])[],
  tracks: readonly CueTimes[],
): QualityFinding[] {
  const silentMs = silence.reduce((sum, [fromMs, toMs]) => sum + toMs - fromMs, 0);
  if (silentMs > durationMs * CAPTIONS_SILENT.filmShareMax) return [];
  const isSilent = (second: number) => silence.some(([fromMs, toMs]) => isWithin(second * 1_000 + 500, fromMs, toMs));
  return tracks.flatMap(({ cueSeconds }): QualityFinding[] => {
    const seconds = secondsIn(cueSeconds ?? new Uint8Array());
    const share = seconds.filter(isSilent).length / seconds.length;
    if (seconds.length < CAPTIONS_SILENT.secondsMin || share <= CAPTIONS_SILENT.share) return [];
    return [{ kind: 'CAPTIONS_SILENT', value: Math.round(share * 100) }];
  });
}

const isWithin = (value: number, from: number, to: number) => from <= value && value < to;

/** The silence of a film's first sound track, unless that holds nothing else. */
export const heardSilence = ({ sounds: [first], silence }: Inspection): Span[] =>
  first?.lufs === undefined ? [] : silence;

/** A span in milliseconds. */
export const spanMs = ({ fromS, toS }: Span): [fromMs: number, toMs: number] => [ms(fromS), ms(toS)];

export const isFact = ({ kind }: QualityFinding): boolean => isQualityFact(kind);

const rounded = (value: number, digits = 1) => Number(value.toFixed(digits));
const at = (kind: QualityKind, { fromS, toS }: Span, value?: number): QualityFinding => ({
  kind,
  fromMs: ms(fromS),
  toMs: ms(toS),
  value,
});

function spans(kind: QualityKind, found: Span[], durationS: number, inside: number, atEnds: number): QualityFinding[] {
  return found
    .filter(({ fromS, toS }) => {
      const isAtEnd = fromS <= AT_ENDS_S || toS >= durationS - AT_ENDS_S;
      return toS - fromS >= (isAtEnd ? atEnds : inside);
    })
    .map((span) => at(kind, span, rounded(span.toS - span.fromS)));
}

function black({ durationS }: CheckedSource, inspection: Inspection): QualityFinding[] {
  // Pictures are looked at so many times a second, and a film does not end at one of these times.
  const isToEnd = (toS: number) => toS > durationS - 1 / SAMPLES_PER_S;
  const parts = inspection.black.map(({ fromS, toS }) => ({ fromS, toS: isToEnd(toS) ? durationS : toS }));
  const blackS = parts.reduce((sum, { fromS, toS }) => sum + toS - fromS, 0);
  const isAll = blackS > 0 && blackS >= durationS * LIMITS.blackShare;
  const [inside, atEnds] = isAll ? [0, 0] : [LIMITS.blackS, LIMITS.blackAtEndsS];
  return spans('PICTURE_BLACK', parts, durationS, inside, atEnds);
}

function damage({ errors }: Inspection): QualityFinding[] {
  return errors.span ? [at('PARTS_DAMAGED', errors.span, errors.count)] : [];
}

function sounds(source: CheckedSource, inspection: Inspection): QualityFinding[] {
  const { sounds: tracks } = inspection;
  const empty = tracks.filter(({ lufs }) => lufs === undefined).map(() => ({ kind: 'SOUND_EMPTY' as const }));
  const clipped = tracks
    .filter(({ isClipped }) => isClipped)
    .map(({ loudest, peak }): QualityFinding => {
      return loudest ? at('SOUND_CLIPPED', loudest, rounded(peak)) : { kind: 'SOUND_CLIPPED', value: rounded(peak) };
    });
  const silence = heardSilence(inspection);
  const pauses = spans('SOUND_SILENT', silence, source.durationS, LIMITS.silenceS, LIMITS.silenceAtEndsS);
  return [...empty, ...clipped, ...pauses];
}

function lengths(source: CheckedSource, { packets }: Inspection): QualityFinding[] {
  if (source.audio.length === 0) return [];
  const { pictureEndS, soundEndS } = packets;
  const longerS = soundEndS - pictureEndS;
  if (-longerS >= LIMITS.soundShortS) {
    return [at('SOUND_SHORT', { fromS: soundEndS, toS: pictureEndS }, rounded(-longerS))];
  }
  if (longerS < LIMITS.soundLongS) return [];
  return [at('SOUND_LONG', { fromS: pictureEndS, toS: soundEndS }, rounded(longerS))];
}

function fields({ video }: CheckedSource, { fields: { top, bottom, none } }: Inspection): QualityFinding[] {
  const judged = top + bottom + none;
  const isInterlaced =
    judged >= LIMITS.fieldsJudgedMin &&
    Math.max(top, bottom) / judged >= LIMITS.interlacedShare &&
    Math.min(top, bottom) / judged <= LIMITS.otherOrderShare;
  if (!isInterlaced) return [];
  return [{ kind: video.interlaced ? 'PICTURE_DEINTERLACED' : 'PICTURE_INTERLACED' }];
}

function bars(_: CheckedSource, { used, seen }: Inspection): QualityFinding[] {
  if (!used) return [];
  const across = isBarred(used.x, seen.width - used.width - used.x, seen.width);
  const above = isBarred(used.y, seen.height - used.height - used.y, seen.height);
  const aspect = rounded(used.width / used.height, 2);
  const share = (used.width * used.height) / (seen.width * seen.height);
  if (share < LIMITS.usedShareMin || (!across && !above)) return [];
  if (across && above) return [{ kind: 'PICTURE_FRAMED', value: Math.round(share * 100) }];
  return [{ kind: above ? 'PICTURE_WIDE' : 'PICTURE_NARROW', value: aspect }];
}

function isBarred(before: number, after: number, side: number): boolean {
  return (before + after) / side >= LIMITS.barShare && Math.abs(before - after) / side <= LIMITS.barsUnequalShare;
}

/** Shapes of pixels that standards have: DV, DVD, broadcast, HDV and anamorphic film. */
const PIXEL_SHAPES = [
  8 / 9,
  10 / 11,
  12 / 11,
  16 / 15,
  59 / 54,
  32 / 27,
  40 / 33,
  16 / 11,
  64 / 45,
  118 / 81,
  4 / 3,
  3 / 2,
  2,
];
const SAME_SHAPE = 0.02;
/** What pictures of such pixels are made for: television, and the two wide screens of cinemas. */
const SCREENS = [4 / 3, 16 / 9, 1.85, 2.39];
const SAME_SCREEN = 0.03;

function pixels({ video }: CheckedSource): QualityFinding[] {
  const isTurned = video.rotation === 90 || video.rotation === 270;
  const stored = video.codedWidth / video.codedHeight;
  const seen = isTurned ? video.height / video.width : video.width / video.height;
  const shape = seen / stored;
  const isSquare = Math.abs(shape - 1) <= SAME_SHAPE;
  const isKnown = PIXEL_SHAPES.some((known) => Math.abs(shape / known - 1) <= SAME_SHAPE);
  const fits = SCREENS.some((screen) => Math.abs(seen / screen - 1) <= SAME_SCREEN);
  return isSquare || (isKnown && fits) ? [] : [{ kind: 'PICTURE_STRETCHED', value: rounded(shape, 2) }];
}

function rate({ packets: { times } }: Inspection): QualityFinding[] {
  const steps = Float64Array.from(times.slice(1), (time, index) => time - (times[index] ?? 0))
    .filter((step) => step > 0)
    .sort();
  const usual = steps[Math.floor(steps.length / 2)];
  if (usual === undefined || times.length < LIMITS.framesMin) return [];
  const differing = steps.filter((step) => Math.abs(step / usual - 1) > LIMITS.stepDiffers).length;
  if (differing / steps.length <= LIMITS.stepsDifferShare) return [];
  const shortest = steps[Math.floor(steps.length * 0.02)] ?? usual;
  const longest = steps[Math.ceil(steps.length * 0.98) - 1] ?? usual;
  return [{ kind: 'RATE_VARIABLE', value: rounded(1 / longest), compared: rounded(1 / shortest) }];
}
