import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { DomainError } from '@marquee/runtime/errors';

export function reportNotFound(): DomainError {
  const message = BACK_OFFICE_MESSAGES.reportNotFound;
  return new DomainError({ kind: 'NOT_FOUND', reason: 'REPORT_NOT_FOUND', message });
}

export function reportClosed(): DomainError {
  const message = BACK_OFFICE_MESSAGES.reportClosed;
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'REPORT_CLOSED', message });
}
