import { WINDOW_MESSAGES } from '@marquee/rules/windows';
import { DomainError } from '@marquee/runtime/errors';

export function grantNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'GRANT_NOT_FOUND', message: WINDOW_MESSAGES.grantNotFound });
}

export function grantTakenBack(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'GRANT_TAKEN_BACK',
    message: WINDOW_MESSAGES.grantTakenBack,
  });
}
