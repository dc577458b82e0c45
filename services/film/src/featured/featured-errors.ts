import { FEATURED_LIMITS, FEATURED_MESSAGES } from '@marquee/rules/featured';
import { DomainError } from '@marquee/runtime/errors';

export function featuredFull(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'FEATURED_FULL',
    message: FEATURED_MESSAGES.full,
    metadata: { max: String(FEATURED_LIMITS.filmsMax) },
  });
}

export function notFeatured(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'NOT_FEATURED', message: FEATURED_MESSAGES.notFeatured });
}
