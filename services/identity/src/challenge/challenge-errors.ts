import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { DomainError, invalid } from '@marquee/runtime/errors';
import type { Channel } from './challenges.ts';

/** Nobody signs in with this email or phone [AUT-11]. */
export function noAccount(channel: Channel): DomainError {
  const message = channel === 'EMAIL' ? ACCOUNT_MESSAGES.noAccount : ACCOUNT_MESSAGES.noAccountWithPhone;
  return new DomainError({ kind: 'NOT_FOUND', reason: 'NO_ACCOUNT', message });
}

export function emailInUse(): DomainError {
  return new DomainError({ kind: 'ALREADY_EXISTS', reason: 'EMAIL_IN_USE', message: ACCOUNT_MESSAGES.emailInUse });
}

export function phoneInUse(): DomainError {
  return new DomainError({ kind: 'ALREADY_EXISTS', reason: 'PHONE_IN_USE', message: ACCOUNT_MESSAGES.phoneInUse });
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

export function codeInvalid(): DomainError {
  return new DomainError({ kind: 'INVALID', reason: 'CODE_INVALID', message: ACCOUNT_MESSAGES.codeInvalid });
}

/** For those who have the link: it was sent again after this one. */
export function linkReplaced(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'LINK_REPLACED',
    message: ACCOUNT_MESSAGES.linkReplaced,
  });
}

export function linkUsed(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'LINK_USED', message: ACCOUNT_MESSAGES.linkUsed });
}

export function codeReplaced(): DomainError {
  return new DomainError({ kind: 'INVALID', reason: 'CODE_REPLACED', message: ACCOUNT_MESSAGES.codeReplaced });
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

/** The message before may still arrive; metadata `retryAfterS` holds whole seconds. */
export function resendTooSoon(waitS: number): DomainError {
  return new DomainError({
    kind: 'EXHAUSTED',
    reason: 'RESEND_TOO_SOON',
    message: ACCOUNT_MESSAGES.resendTooSoon,
    metadata: { retryAfterS: String(waitS) },
  });
}

export function resendsUsedUp(channel: Channel): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'RESENDS_USED_UP',
    message: channel === 'EMAIL' ? ACCOUNT_MESSAGES.linkResendsUsedUp : ACCOUNT_MESSAGES.codeResendsUsedUp,
  });
}

/** The challenge is about another address, or over. */
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
