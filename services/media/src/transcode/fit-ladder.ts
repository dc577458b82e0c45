import type { RenditionPlan } from './ladder.ts';
import { PIECES_MAX } from './plan-pieces.ts';
import type { FilmSample, SampledPiece } from './sample-film.ts';

// What films reached on average with the fixed table, in decibels of SSIM: 0.9675.
const LIKENESS_DB = 14.9;
/** By so many decibels a step of x264's constant quality changes it. */
const DB_PER_STEP = 0.6;
/** Soft pictures show bands long before SSIM says so; of a film of which few pieces were seen less is taken for granted. */
const STEPS_COARSER_MAX = 3;
/** Scenes that no piece shows may take twice the bits of the busiest one. */
const PEAK_TIMES = 2;
const SHARE_OF_TABLE_MIN = 0.25;
/** A film that wants far more than the cap is noise or grain: with this share it keeps the likeness that it had. */
const SHARE_OF_NOISE = 0.8;
/** How far over the cap, from which on and until where its share falls. */
const NOISE = { from: 1.2, to: 2 };
/** From here on nobody sees that the rung below was enlarged. */
const LOOKS_ALIKE = 0.995;
/** Fewer may all lie in the soft parts of a film: a short one keeps all of its rungs. */
const PIECES_TO_JUDGE_MIN = PIECES_MAX;

/**
 * The ladder of one film: as like its source as films are on average, under a cap no higher than the table's, and without
 * rungs that look like the one below. The lowest rung always stays.
 */
export function fitLadder(rungs: readonly RenditionPlan[], sample: FilmSample | undefined): RenditionPlan[] {
  const sampled = rungs.find(({ name }) => name === sample?.rung);
  if (!sample || !sampled || sample.pieces.length === 0) return [...rungs];
  const steps = stepsCoarser(sample.pieces);
  const share = shareOfTable(sample.pieces, sampled);
  return withoutLookAlikes(rungs, sample.pieces).map((rung) => ({
    ...rung,
    quality: rung.quality + steps,
    maxRate: Math.round((rung.maxRate * share) / 1000) * 1000,
  }));
}

/** How much coarser than by the table a film is encoded that would be more like its source than others. */
function stepsCoarser(pieces: readonly SampledPiece[]): number {
  const likeness = sum(pieces.map(({ ssim }) => decibels(ssim))) / pieces.length;
  const steps = Math.round((2 * (likeness - LIKENESS_DB)) / DB_PER_STEP) / 2;
  const most = Math.round((2 * STEPS_COARSER_MAX * pieces.length) / PIECES_MAX) / 2;
  return Math.min(most, Math.max(0, steps));
}

/** By the rates at the table's quality: the cap of a quiet film is low, and noise gets less than the table. */
function shareOfTable(pieces: readonly SampledPiece[], { maxRate }: RenditionPlan): number {
  const rates = pieces.map(({ bitRate }) => bitRate);
  const over = sum(rates) / rates.length / maxRate;
  const noise = Math.min(1, Math.max(0, (over - NOISE.from) / (NOISE.to - NOISE.from)));
  const most = 1 - noise * (1 - SHARE_OF_NOISE);
  return Math.min(most, Math.max(SHARE_OF_TABLE_MIN, (PEAK_TIMES * Math.max(...rates)) / maxRate));
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

const DECIBELS_MAX = 40;
const decibels = (ssim: number) => Math.min(DECIBELS_MAX, -10 * Math.log10(Math.max(1 - ssim, 1e-4)));

function withoutLookAlikes(rungs: readonly RenditionPlan[], pieces: readonly SampledPiece[]): RenditionPlan[] {
  if (pieces.length < PIECES_TO_JUDGE_MIN) return [...rungs];
  const kept: RenditionPlan[] = [];
  // Since the last rung that stays: what is left out adds up.
  let alike = 1;
  for (const rung of rungs) {
    alike *= Math.min(...pieces.map(({ below }) => below[rung.name] ?? 0));
    if (kept.length > 0 && alike >= LOOKS_ALIKE) continue;
    kept.push(rung);
    alike = 1;
  }
  return kept;
}
