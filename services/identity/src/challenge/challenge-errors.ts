import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { DomainError, invalid } from '@marquee/runtime/errors';

/** Email sign-in only: a phone number without an account gets the same reply as one with [AUT-11]. */
export function noAccount(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'NO_ACCOUNT', message: ACCOUNT_MESSAGES.noAccount });
}

export function emailInUse(): DomainError {
  return new DomainError({ kind: 'ALREADY_EXISTS', reason: 'EMAIL_IN_USE', message: ACCOUNT_MESSAGES.emailInUse });
}

/** Unknown, of another browser, ended or out of time: the reply never says which. */
export function attemptExpired(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'ATTEMPT_EXPIRED',
    message: ACCOUNT_MESSAGES.attemptExpired,
  });
}

export function sessionExpired(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'SESSION_EXPIRED',
    message: ACCOUNT_MESSAGES.sessionExpired,
  });
}

export function codeMissing(): DomainError {
  return invalid([{ field: 'code', message: ACCOUNT_MESSAGES.codeMissing }]);
}

export function codeInvalid(): DomainError {
  return new DomainError({ kind: 'INVALID', reason: 'CODE_INVALID', message: ACCOUNT_MESSAGES.codeInvalid });
}

export function linkInvalid(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'LINK_INVALID',
    message: ACCOUNT_MESSAGES.linkInvalid,
  });
}

export function digitsMissing(): DomainError {
  return invalid([{ field: 'digits', message: ACCOUNT_MESSAGES.digitsMissing }]);
}

export function digitsWrong(): DomainError {
  return new DomainError({ kind: 'FORBIDDEN', reason: 'DIGITS_WRONG', message: ACCOUNT_MESSAGES.digitsWrong });
}

export function resendAddressMissing(channel: string): DomainError {
  return channel === 'EMAIL'
    ? invalid([{ field: 'email', message: ACCOUNT_MESSAGES.resendEmailMissing }])
    : invalid([{ field: 'phoneNumber', message: ACCOUNT_MESSAGES.resendPhoneMissing }]);
}

/** The challenge is another one's, or over, or was sent too often. */
export function resendFailed(channel: string): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'RESEND_FAILED',
    message: channel === 'EMAIL' ? ACCOUNT_MESSAGES.emailResendFailed : ACCOUNT_MESSAGES.codeResendFailed,
  });
}

export function accountSuspended(): DomainError {
  return new DomainError({ kind: 'FORBIDDEN', reason: 'ACCOUNT_SUSPENDED', message: ACCOUNT_MESSAGES.suspended });
}

export function staffNeedsPasskey(): DomainError {
  return new DomainError({
    kind: 'FORBIDDEN',
    reason: 'STAFF_NEEDS_PASSKEY',
    message: ACCOUNT_MESSAGES.staffNeedsPasskey,
  });
}
