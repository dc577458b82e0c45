import { z } from 'zod';
import { manyLines } from './plain-text.ts';

/** Characters of a review. */
export const REVIEW_LENGTH_MAX = 2000;

/** Texts about reviews, word for word. */
export const REVIEW_MESSAGES = {
  reviewNotFound: 'This review does not exist.',
  ratingRequired: 'Please choose from 1 to 5 stars.',
} as const;

/** One rating for each viewer and film, with or without words [FLM-06]. */
export const rateFilmSchema = z.object({
  rating: z
    .number(REVIEW_MESSAGES.ratingRequired)
    .refine((stars) => Number.isInteger(stars) && stars >= 1 && stars <= 5, REVIEW_MESSAGES.ratingRequired),
  message: manyLines().max(REVIEW_LENGTH_MAX, 'A review has at most 2000 characters.').default(''),
  /** The words reveal what happens. */
  spoiler: z.boolean().default(false),
});
