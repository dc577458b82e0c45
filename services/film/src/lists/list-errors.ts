import { FILM_LIST_MESSAGES } from '@marquee/rules/film-lists';
import { DomainError } from '@marquee/runtime/errors';

/** It does not exist, its owner keeps it private or has a private profile, or one of the two has blocked the other. */
export function listNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'LIST_NOT_FOUND', message: FILM_LIST_MESSAGES.notFound });
}

export function listsFull(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'LISTS_FULL', message: FILM_LIST_MESSAGES.listsMax });
}

export function listFull(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'LIST_FULL', message: FILM_LIST_MESSAGES.filmsMax });
}
