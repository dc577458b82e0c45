import { z } from 'zod';
import { REASON_MISSING, reportDetailsSchema } from './report-details.ts';

/** Why a review or a reply is reported to staff [FLM-14:reports]. */
export const WORDS_REPORT_REASONS = ['HARASSMENT', 'HATE_OR_VIOLENCE', 'SEXUAL_CONTENT', 'SPAM', 'OTHER'] as const;
export const WORDS_REPORT_REASON_LABELS: Record<(typeof WORDS_REPORT_REASONS)[number], string> = {
  HARASSMENT: 'Harassment',
  HATE_OR_VIOLENCE: 'Hate or violence',
  SEXUAL_CONTENT: 'Sexual content',
  SPAM: 'Advertising or deception',
  OTHER: 'Something else',
};
export const reportWordsSchema = z.object({
  reason: z.enum(WORDS_REPORT_REASONS, REASON_MISSING),
  details: reportDetailsSchema,
});
