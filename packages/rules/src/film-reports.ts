import { z } from 'zod';
import { REASON_MISSING, reportDetailsSchema } from './report-details.ts';

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
  reason: z.enum(FILM_REPORT_REASONS, REASON_MISSING),
  details: reportDetailsSchema,
});
