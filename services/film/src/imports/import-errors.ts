import { IMPORT_MESSAGES } from '@marquee/rules/imports';
import { DomainError } from '@marquee/runtime/errors';

export function importNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'IMPORT_NOT_FOUND', message: IMPORT_MESSAGES.notFound });
}

export function importUndone(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'IMPORT_UNDONE', message: IMPORT_MESSAGES.undone });
}

export function importsFull(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'IMPORTS_FULL', message: IMPORT_MESSAGES.full });
}
