import { REVIEW_TALK_MESSAGES } from '@marquee/rules/review-talk';
import { DomainError, forbidden } from '@marquee/runtime/errors';

export function ownReview(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'OWN_REVIEW',
    message: REVIEW_TALK_MESSAGES.ownReview,
  });
}

export function ownSpoiler(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'OWN_WORDS',
    message: REVIEW_TALK_MESSAGES.ownSpoiler,
  });
}

export function ownWords(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'OWN_WORDS', message: REVIEW_TALK_MESSAGES.ownWords });
}

export function replyNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'REPLY_NOT_FOUND', message: REVIEW_TALK_MESSAGES.replyNotFound });
}

export function editOver(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'REPLY_EDIT_OVER',
    message: REVIEW_TALK_MESSAGES.editOver,
  });
}

export function repliesClosed(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'REPLIES_CLOSED',
    message: REVIEW_TALK_MESSAGES.repliesClosed,
  });
}

/** One of the two has blocked the other; the same from both sides, so that it does not say who. */
export function notForYou(): DomainError {
  return forbidden('REVIEW_NOT_FOR_YOU', REVIEW_TALK_MESSAGES.notForYou);
}
