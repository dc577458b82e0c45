import { z } from 'zod';
import { manyLines } from './plain-text.ts';

/** Characters of a report's details. */
export const PROFILE_REPORT_LENGTH_MAX = 1000;

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
  notFound: 'This report was resolved already.',
} as const;

export const reportProfileSchema = z.object({
  reason: z.enum(PROFILE_REPORT_REASONS, 'Please choose a reason.'),
  details: manyLines().max(PROFILE_REPORT_LENGTH_MAX, 'Details have at most 1000 characters.').default(''),
});
