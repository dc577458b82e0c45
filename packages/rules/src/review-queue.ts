import { z } from 'zod';
import { staffReasonSchema } from './back-office.ts';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from './back-office-messages.ts';
import { moment } from './moments.ts';

const VERSION_MAX = 2n ** 53n;

/** What staff decide on reviews that wait for them, and why [FLM-16]. */
export const decideReviewsSchema = z.object({
  reviews: z
    .array(
      z.object({
        kind: z.enum(['REVIEW', 'REPLY'], BACK_OFFICE_MESSAGES.noReviewSelected),
        id: z.string(),
        version: z
          .bigint()
          .min(1n, BACK_OFFICE_MESSAGES.noReviewSelected)
          .max(VERSION_MAX, BACK_OFFICE_MESSAGES.noReviewSelected),
        reportedUntil: moment(BACK_OFFICE_MESSAGES.noReviewSelected).optional(),
      }),
    )
    .min(1, BACK_OFFICE_MESSAGES.noReviewSelected)
    .max(BACK_OFFICE_LIMITS.reviewsDecidedAtOnceMax, BACK_OFFICE_MESSAGES.noReviewSelected),
  decision: z.enum(['RELEASE', 'REMOVE', 'SPOILER', 'NO_SPOILER', 'KEEP'], BACK_OFFICE_MESSAGES.reviewDecisionMissing),
  reason: staffReasonSchema,
});
