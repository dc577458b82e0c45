import { REPORT_MESSAGES } from '@marquee/rules/reports';
import { DomainError } from '@marquee/runtime/errors';

export function tooManyReports(): DomainError {
  return new DomainError({ kind: 'EXHAUSTED', reason: 'TOO_MANY_REPORTS', message: REPORT_MESSAGES.tooMany });
}
