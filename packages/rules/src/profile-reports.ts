import { z } from 'zod';
import { REASON_MISSING, reportDetailsSchema } from './report-details.ts';

/** Why a profile is reported to staff [PRO-17]. */
export const PROFILE_REPORT_REASONS = [
  'IMPERSONATION',
  'HARASSMENT',
  'HATE_OR_VIOLENCE',
  'SEXUAL_CONTENT',
  'SPAM',
  'OTHER',
] as const;
export const PROFILE_REPORT_REASON_LABELS: Record<(typeof PROFILE_REPORT_REASONS)[number], string> = {
  IMPERSONATION: 'It pretends to be somebody else',
  HARASSMENT: 'Harassment',
  HATE_OR_VIOLENCE: 'Hate or violence',
  SEXUAL_CONTENT: 'Sexual content',
  SPAM: 'Advertising or deception',
  OTHER: 'Something else',
};
export const PROFILE_REPORT_MESSAGES = {
  own: 'This is your own profile.',
} as const;

export const reportProfileSchema = z.object({
  reason: z.enum(PROFILE_REPORT_REASONS, REASON_MISSING),
  details: reportDetailsSchema,
});
