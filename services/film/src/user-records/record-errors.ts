import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { DomainError } from '@marquee/runtime/errors';

export function recordNotFound(): DomainError {
  return new DomainError({
    kind: 'NOT_FOUND',
    reason: 'RECORD_NOT_FOUND',
    message: BACK_OFFICE_MESSAGES.recordNotFound,
  });
}
