import { fitLadder } from './fit-ladder.ts';
import type { Rational, VideoTrack } from './probe.ts';
import type { FilmSample } from './sample-film.ts';

/** One picture size of the ladder. Rates in bits per second; width and height even. */
export type RenditionPlan = {
  name: string;
  width: number;
  height: number;
  maxRate: number;
  /** The constant quality of x264, which is coarser for larger numbers. */
  quality: number;
};
export type LadderMode = 'full' | 'fewest';

type Size = Pick<VideoTrack, 'width' | 'height'>;
type Rung = { label: number; long: number; maxRate: number; quality: number };

// `long` by `label` is the box that a picture is fitted into, turned for portrait. Rates are for up to 30 frames a
// second; constant quality stays below them in quiet scenes.
const RUNGS: readonly Rung[] = [
  { label: 360, long: 640, maxRate: 800_000, quality: 23.5 },
  { label: 540, long: 960, maxRate: 1_800_000, quality: 23.5 },
  { label: 720, long: 1280, maxRate: 3_200_000, quality: 22.5 },
  { label: 1080, long: 1920, maxRate: 6_000_000, quality: 22.5 },
  { label: 2160, long: 3840, maxRate: 18_000_000, quality: 22.5 },
];

// A source between two rungs gets its own size on top when that shows: a fifth more lines than the rung below.
const WORTH_ITS_OWN = 1.2;
const FEWEST_LABEL_MAX = 720;

/** The renditions of one film, from the smallest to the largest; by the table alone when nothing is known of its pictures. */
export function planLadder(source: Size, mode: LadderMode = 'full', sample?: FilmSample): RenditionPlan[] {
  const plans = fitLadder(planRungs(source), sample);
  if (mode === 'full') return plans;
  const small = plans.filter((plan) => Math.min(plan.width, plan.height) <= FEWEST_LABEL_MAX);
  return [small.at(-1) ?? plans[0]].filter((plan) => plan !== undefined);
}

/** The rungs of the table that a source has lines for, none larger than it is as it is seen. */
export function planRungs(source: Size): RenditionPlan[] {
  const plans: RenditionPlan[] = [];
  for (const rung of RUNGS) {
    const scale = scaleToFit(source, rung);
    if (scale <= 1) {
      plans.push(planRung(source, rung, scale, rung.label));
      if (scale === 1) break;
      continue;
    }
    const below = plans.at(-1);
    const isWorth =
      !below || Math.max(source.width, source.height) >= WORTH_ITS_OWN * Math.max(below.width, below.height);
    if (isWorth) plans.push(ownRung(source, rung, plans));
    break;
  }
  return plans;
}

/** Of a very wide or very tall picture the short side may be that of a rung below. */
function ownRung(source: Size, rung: Rung, below: readonly RenditionPlan[]): RenditionPlan {
  const own = planRung(source, rung, 1, Math.min(source.width, source.height));
  const isNew = below.every(({ name }) => name !== own.name);
  return isNew ? own : { ...own, name: `${own.width}x${own.height}` };
}

/** How much the picture shrinks to fill the box; over 1 would enlarge it. */
function scaleToFit({ width, height }: Size, rung: Rung): number {
  return Math.min(rung.long / Math.max(width, height), rung.label / Math.min(width, height));
}

function planRung(source: Size, rung: Rung, scale: number, label: number) {
  const width = evenSide(source.width * scale, source.width);
  const height = evenSide(source.height * scale, source.height);
  // A picture that fills only part of the box needs only that part of its rate.
  const share = Math.min(1, Math.max(0.25, (width * height) / (rung.long * rung.label)));
  const maxRate = Math.round((rung.maxRate * share) / 1000) * 1000;
  return { name: `${label}p`, width, height, maxRate, quality: rung.quality };
}

/** 4:2:0 has one colour for two by two pixels, so sides are even; never more than the source has. */
function evenSide(side: number, sourceSide: number): number {
  return Math.max(2, Math.min(Math.round(side / 2) * 2, Math.floor(sourceSide / 2) * 2));
}

/** The constant rate and what follows from it. */
export type Timing = { rate: Rational; frames: number; framesPerKey: number; segmentS: number };

const STANDARD_RATES: readonly Rational[] = [
  { numerator: 24000, denominator: 1001 },
  { numerator: 24, denominator: 1 },
  { numerator: 25, denominator: 1 },
  { numerator: 30000, denominator: 1001 },
  { numerator: 30, denominator: 1 },
  { numerator: 48, denominator: 1 },
  { numerator: 50, denominator: 1 },
  { numerator: 60000, denominator: 1001 },
  { numerator: 60, denominator: 1 },
];
const SAME_RATE = 0.0015;
export const SEGMENT_S = 6;
const RATE_MIN = 10;
const RATE_MAX = 60;
// A frame that a camera wrote twice is no reason for another rate.
const LOST_FRAMES_MAX = 1 / 200;
const SEGMENT_S_MIN = 0.5;
const SOUND_PADDING_S = 0.1;

const value = ({ numerator, denominator }: Rational) => numerator / denominator;

/** A keyframe begins each segment of 6 s of frames or a little more, so that all renditions are cut at the same ones. */
export function planTiming(source: {
  video: Pick<VideoTrack, 'averageRate' | 'baseRate'>;
  durationS: number;
  pictureS?: number;
  rate?: Rational;
}): Timing {
  const rate = source.rate ?? constantRate(source.video);
  const frames = Math.max(1, Math.round((source.pictureS ?? source.durationS) * value(rate)));
  let framesPerKey = Math.max(1, Math.round(SEGMENT_S * value(rate)));
  while (endsInSplinter(frames, framesPerKey, value(rate))) framesPerKey += 1;
  return { rate, frames, framesPerKey, segmentS: framesPerKey / value(rate) };
}

/** True when the last segment of picture or sound, which is a little longer, would be very short. */
function endsInSplinter(frames: number, framesPerKey: number, rate: number): boolean {
  return [frames, frames + SOUND_PADDING_S * rate].some(
    (end) => end >= framesPerKey && end % framesPerKey < SEGMENT_S_MIN * rate,
  );
}

/**
 * A constant rate near the source's: its own when it is a standard one, else the next standard one above. A variable
 * rate whose frames at these times would be lost gets the rate that loses fewest.
 */
export function constantRate(
  video: Pick<VideoTrack, 'averageRate' | 'baseRate'>,
  times: Float64Array = new Float64Array(),
): Rational {
  const nominal = nominalRate(video);
  const isHalved = value(video.averageRate ?? nominal) > RATE_MAX * (1 + SAME_RATE);
  const tolerated = times.length * LOST_FRAMES_MAX;
  if (isHalved || lostFrames(times, nominal) <= tolerated) return nominal;
  return STANDARD_RATES.filter((rate) => value(rate) > value(nominal)).reduce(
    (best, rate) => (lostFrames(times, rate) < lostFrames(times, best) ? rate : best),
    nominal,
  );
}

/** How many frames would fall on the same place as the one before. */
function lostFrames(times: Float64Array, rate: Rational): number {
  const [first = 0] = times;
  let lost = 0;
  let before = -1;
  for (const time of times) {
    const place = Math.round((time - first) * value(rate));
    if (place === before) lost += 1;
    before = place;
  }
  return lost;
}

function nominalRate({ averageRate, baseRate }: Pick<VideoTrack, 'averageRate' | 'baseRate'>): Rational {
  const average = averageRate ?? baseRate ?? { numerator: 25, denominator: 1 };
  if (value(average) > RATE_MAX * (1 + SAME_RATE)) return halved(average);
  for (const candidate of [average, baseRate ?? average]) {
    const standard = nearest(candidate);
    const isNear = Math.abs(value(standard) / value(candidate) - 1) < SAME_RATE;
    const isPlausible = value(candidate) / value(average) < 1.5;
    if (isNear && isPlausible) return standard;
  }
  if (value(average) < 20) return { numerator: Math.max(RATE_MIN, Math.ceil(value(average))), denominator: 1 };
  return STANDARD_RATES.find((rate) => value(rate) > value(average)) ?? { numerator: RATE_MAX, denominator: 1 };
}

/** 120 becomes 60, 100 becomes 50: every second frame, evenly. */
function halved(rate: Rational): Rational {
  const half = { numerator: rate.numerator, denominator: rate.denominator * 2 };
  return value(half) > RATE_MAX ? { numerator: RATE_MAX, denominator: 1 } : nearest(half);
}

function nearest(rate: Rational): Rational {
  const distance = (candidate: Rational) => Math.abs(value(candidate) - value(rate));
  return STANDARD_RATES.reduce((best, candidate) => (distance(candidate) < distance(best) ? candidate : best));
}
