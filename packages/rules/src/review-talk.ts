import { z } from 'zod';
import { manyLines } from './plain-text.ts';

/** Characters of a reply to a review. */
export const REPLY_LENGTH_MAX = 500;
/** For how long its writer can change a reply. */
export const REPLY_EDIT_MINUTES = 15;
/** Accounts whose marks fold somebody else's words until staff decide. */
export const SPOILER_MARKS = 3;

/** Texts about likes, replies and spoilers, word for word. */
export const REVIEW_TALK_MESSAGES = {
  ownReview: 'You cannot like your own review.',
  ownSpoiler: 'You mark your own words where you write them.',
  ownWords: 'You wrote this yourself.',
  replyMissing: 'Please write a reply.',
  replyTooLong: 'A reply has at most 500 characters.',
  replyNotFound: 'This reply does not exist.',
  editOver: 'A reply can be changed for 15 minutes.',
  repliesClosed: 'Replies to this review are closed.',
  notForYou: 'You cannot react to this review.',
} as const;

/** A reply to a review [FLM-14]. */
export const replySchema = z.object({
  message: manyLines()
    .min(1, REVIEW_TALK_MESSAGES.replyMissing)
    .max(REPLY_LENGTH_MAX, REVIEW_TALK_MESSAGES.replyTooLong),
  spoiler: z.boolean().default(false),
});
