import { REVIEW_MESSAGES } from '@marquee/rules/reviews';
import { DomainError } from '@marquee/runtime/errors';

export function reviewNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'REVIEW_NOT_FOUND', message: REVIEW_MESSAGES.reviewNotFound });
}
