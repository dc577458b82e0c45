import { PASSKEY_MESSAGES } from '@marquee/rules/passkeys';
import { DomainError } from '@marquee/runtime/errors';

/** What the browser sent is no proof: malformed, of another site, of another ceremony, or signed by another key. */
export function passkeyRefused(): DomainError {
  return new DomainError({ kind: 'INVALID', reason: 'PASSKEY_REFUSED', message: PASSKEY_MESSAGES.refused });
}

export function passkeyUnknown(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'PASSKEY_UNKNOWN', message: PASSKEY_MESSAGES.unknown });
}

/** Out of time, begun by another browser or session, or ended before. */
export function ceremonyExpired(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PASSKEY_CEREMONY_EXPIRED',
    message: PASSKEY_MESSAGES.expired,
  });
}

export function passkeyAlreadyAdded(): DomainError {
  return new DomainError({
    kind: 'ALREADY_EXISTS',
    reason: 'PASSKEY_ALREADY_ADDED',
    message: PASSKEY_MESSAGES.alreadyAdded,
  });
}

export function tooManyPasskeys(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'TOO_MANY_PASSKEYS',
    message: PASSKEY_MESSAGES.tooMany,
  });
}

export function passkeyNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'PASSKEY_NOT_FOUND', message: PASSKEY_MESSAGES.notFound });
}

export function lastPasskeyOfStaff(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'LAST_PASSKEY_OF_STAFF',
    message: PASSKEY_MESSAGES.lastOfStaff,
  });
}

export function passkeyLinkInvalid(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PASSKEY_LINK_INVALID',
    message: PASSKEY_MESSAGES.linkInvalid,
  });
}

export function notStaff(): DomainError {
  return new DomainError({ kind: 'FORBIDDEN', reason: 'NOT_STAFF', message: PASSKEY_MESSAGES.notStaff });
}

export function stepUpNeeded(): DomainError {
  return new DomainError({ kind: 'FORBIDDEN', reason: 'STEP_UP_NEEDED', message: PASSKEY_MESSAGES.stepUpNeeded });
}

export function signInAgainNeeded(): DomainError {
  return new DomainError({ kind: 'FORBIDDEN', reason: 'SIGN_IN_AGAIN', message: PASSKEY_MESSAGES.signInAgain });
}
