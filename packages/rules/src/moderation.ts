import { z } from 'zod';
import { manyLines } from './plain-text.ts';

/** Characters of what staff ask of a maker. */
export const CHANGE_REASON_LENGTH_MAX = 2000;

/** Texts about staff's decisions on films, word for word. */
export const MODERATION_MESSAGES = {
  reasonMissing: 'Please say what should be changed.',
  reasonTooLong: 'A reason has at most 2000 characters.',
  notWaiting: 'This film does not wait for review.',
  alreadyRequested: 'Changes were asked for already. Take that request back to write another.',
  nothingRequested: 'No changes are asked for.',
  notPublished: 'Please publish the film: that sends it for review.',
} as const;

/** What staff ask of a maker: plain text in several lines, which the maker reads by mail and in the studio. */
export const changeReasonSchema = z.object({
  reason: manyLines()
    .min(1, MODERATION_MESSAGES.reasonMissing)
    .max(CHANGE_REASON_LENGTH_MAX, MODERATION_MESSAGES.reasonTooLong),
});
