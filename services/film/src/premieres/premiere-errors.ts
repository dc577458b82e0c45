import { PREMIERE_MESSAGES } from '@marquee/rules/premieres';
import { WATCH_MESSAGES } from '@marquee/rules/watch';
import { DomainError, forbidden } from '@marquee/runtime/errors';

/** The film is shown otherwise, or has no time yet. */
export function premiereNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'PREMIERE_NOT_FOUND', message: WATCH_MESSAGES.premiereNotFound });
}

export function premiereNotYours(): DomainError {
  return forbidden('PREMIERE_NOT_YOURS', PREMIERE_MESSAGES.notYours);
}

export function premiereOver(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'PREMIERE_OVER', message: PREMIERE_MESSAGES.over });
}
