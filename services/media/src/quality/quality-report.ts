import { QUALITY_MESSAGES, type QualityKind } from '@marquee/rules/quality';
import { z } from 'zod';
import type { CheckedSource } from '../transcode/check-source.ts';
import type { Inspection } from './inspect-film.ts';
import { heardSilence, judgeQuality, spanMs } from './judge-quality.ts';
import { planGain } from './plan-gain.ts';

export const INT32_MAX = 2 ** 31 - 1;
const MEASURE_MAX = 1e9;

const kinds = Object.keys(QUALITY_MESSAGES) as [QualityKind, ...QualityKind[]];
// What does not fit the messages would make each later read of the film fail.
const moment = z.number().int().min(0).max(INT32_MAX);
const SILENCE_MAX = 1_000;
const measure = z.number().min(-MEASURE_MAX).max(MEASURE_MAX);

/** A report as it is stored, and as workers send it. */
export const qualityReportSchema = z.object({
  findings: z
    .array(
      z.object({
        ...{ kind: z.enum(kinds), fromMs: moment.optional(), toMs: moment.optional() },
        ...{ value: measure.optional(), compared: measure.optional() },
      }),
    )
    .max(200),
  levels: z
    .array(
      z.object({
        ...{ language: z.string(), lufs: measure, peak: measure, gain: measure, isLimited: z.boolean() },
      }),
    )
    .max(32),
  /** Parts without sound, in milliseconds, with which subtitles are compared; none in reports from before. */
  silence: z
    .array(z.tuple([moment, moment]))
    .max(SILENCE_MAX)
    .default([]),
});
export type QualityReport = z.output<typeof qualityReportSchema>;

/** The last report of an asset's checks, the newest of which comes first. */
export function storedReport(checks: readonly { status: string; report: unknown }[]): QualityReport | undefined {
  const done = checks.find(({ status }) => status === 'COMPLETE');
  return done && qualityReportSchema.parse(done.report);
}

const DIGITAL_SILENCE_DB = -100;

/** The report on a file whose sound is brought to this loudness. */
export function reportQuality(source: CheckedSource, inspection: Inspection, targetLufs: number): QualityReport {
  const levels = source.audio.flatMap(({ language = '' }, index) => {
    const sound = inspection.sounds[index];
    if (sound?.lufs === undefined) return [];
    const peak = Math.max(DIGITAL_SILENCE_DB, sound.peak);
    return [{ language, lufs: sound.lufs, peak, ...planGain(sound, targetLufs) }];
  });
  const silence = heardSilence(inspection).slice(0, SILENCE_MAX);
  return { findings: judgeQuality(source, inspection), levels, silence: silence.map(spanMs) };
}
