import { OWN_DATA_MESSAGES } from '@marquee/rules/own-data';
import { DomainError, invalid } from '@marquee/runtime/errors';

/** The same for an export that does not exist and for one of somebody else. */
export function exportNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'EXPORT_NOT_FOUND', message: OWN_DATA_MESSAGES.exportNotFound });
}

/** Not by this session, or too long ago. */
export function exportNotOpened(): DomainError {
  return new DomainError({
    kind: 'FORBIDDEN',
    reason: 'EXPORT_NOT_OPENED',
    message: OWN_DATA_MESSAGES.exportNotOpened,
  });
}

export function exportTooSoon(): DomainError {
  return new DomainError({ kind: 'EXHAUSTED', reason: 'EXPORT_TOO_SOON', message: OWN_DATA_MESSAGES.exportTooSoon });
}

/** What was typed is not the address of the account. */
export function typedWrong(what: 'EMAIL' | 'PHONE'): DomainError {
  const message = what === 'EMAIL' ? OWN_DATA_MESSAGES.typedWrongEmail : OWN_DATA_MESSAGES.typedWrongPhone;
  return invalid([{ field: 'typed', message }]);
}

export function lastAdmin(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'LAST_ADMIN', message: OWN_DATA_MESSAGES.lastAdmin });
}

/** The days in which the account could be kept are over. */
export function keepTooLate(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'KEEP_TOO_LATE',
    message: OWN_DATA_MESSAGES.keepTooLate,
  });
}

export function accountClosed(): DomainError {
  return new DomainError({ kind: 'FORBIDDEN', reason: 'ACCOUNT_CLOSED', message: OWN_DATA_MESSAGES.closed });
}
