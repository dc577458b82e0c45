import { z } from 'zod';
import { manyLines } from './plain-text.ts';

/** Characters of a report's details. */
export const REPORT_LENGTH_MAX = 1000;

/** Why a film is reported to staff [FLM-13]. */
export const FILM_REPORT_REASONS = ['RIGHTS', 'HATE_OR_VIOLENCE', 'SEXUAL_CONTENT', 'MISLEADING', 'OTHER'] as const;
export const FILM_REPORT_REASON_LABELS: Record<(typeof FILM_REPORT_REASONS)[number], string> = {
  RIGHTS: 'It uses something without the right to',
  HATE_OR_VIOLENCE: 'Hate or violence',
  SEXUAL_CONTENT: 'Sexual content',
  MISLEADING: 'It is not what it says it is',
  OTHER: 'Something else',
};
export const reportFilmSchema = z.object({
  reason: z.enum(FILM_REPORT_REASONS, 'Please choose a reason.'),
  details: manyLines().max(REPORT_LENGTH_MAX, 'Details have at most 1000 characters.').default(''),
});
