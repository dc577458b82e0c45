import type { MeasuredSound } from './read-inspection.ts';

/** Streaming services ask for -14 to -18 LUFS; a television's -23 is too quiet for a telephone. */
export const LOUDNESS_TARGET_LUFS = -16;

/** What is nearer to the target keeps its level. */
const TOLERANCE_LU = 1;
/** The promise is -1 dBTP; AAC adds up to half a decibel to a peak. */
const PEAK_MAX_DB = -1.5;
/** More would raise the noise of a room, not a voice. */
const GAIN_MAX_DB = 20;

export type SoundGain = { gain: number; isLimited: boolean };

/**
 * By how many decibels a track is raised or lowered to the target: the linear mode of EBU R 128, which changes nothing
 * between loud and quiet. Peaks that leave no room limit it.
 */
export function planGain({ lufs, peak }: Pick<MeasuredSound, 'lufs' | 'peak'>, target: number): SoundGain {
  if (lufs === undefined || Math.abs(target - lufs) <= TOLERANCE_LU) return { gain: 0, isLimited: false };
  const wanted = target - lufs;
  if (wanted < 0) return { gain: toTenth(wanted), isLimited: false };
  const possible = Math.max(0, Math.min(wanted, PEAK_MAX_DB - peak, GAIN_MAX_DB));
  return { gain: toTenth(possible), isLimited: wanted - possible > TOLERANCE_LU };
}

const toTenth = (decibels: number) => Math.trunc(decibels * 10) / 10;
