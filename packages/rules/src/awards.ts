import { z } from 'zod';
import { oneLine } from './plain-text.ts';

/** Lengths in characters. The first films were shown in 1888. */
export const AWARD_LIMITS = {
  nameLengthMin: 2,
  nameLengthMax: 120,
  yearMin: 1888,
  yearMax: 2100,
  perFilmMax: 100,
} as const;

export const AWARD_MESSAGES = {
  festivalName: 'Please enter the name of the festival: 2 to 120 characters.',
  categoryTooLong: 'A category has at most 120 characters.',
  year: 'Please enter a year from 1888 to 2100.',
  tooMany: 'A film has at most 100 award records.',
  saveFailed: 'Failed to save the award',
  loadFailed: 'Failed to load awards',
} as const;

/** What staff enter of an award record [FLM-07]. */
export const awardSchema = z.object({
  festivalName: oneLine()
    .min(AWARD_LIMITS.nameLengthMin, AWARD_MESSAGES.festivalName)
    .max(AWARD_LIMITS.nameLengthMax, AWARD_MESSAGES.festivalName),
  category: oneLine().max(AWARD_LIMITS.nameLengthMax, AWARD_MESSAGES.categoryTooLong),
  year: z
    .int(AWARD_MESSAGES.year)
    .min(AWARD_LIMITS.yearMin, AWARD_MESSAGES.year)
    .max(AWARD_LIMITS.yearMax, AWARD_MESSAGES.year),
  winner: z.boolean(),
});
export type AwardFields = z.output<typeof awardSchema>;
