import { CONTACT_MESSAGES } from '@marquee/rules/contact';
import { DomainError, invalid } from '@marquee/runtime/errors';
import { emailInUse, phoneInUse } from '../challenge/challenge-errors.ts';
import type { Channel } from '../challenge/challenges.ts';

/** A code of a new phone number, without the session that asked for it [AUT-14]. */
export function signInToVerify(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'SIGN_IN_TO_VERIFY',
    message: CONTACT_MESSAGES.signInToVerify,
  });
}

/** Asked too late, ended, or asked for by a session that has ended. */
export function changeExpired(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'CHANGE_EXPIRED',
    message: CONTACT_MESSAGES.changeExpired,
  });
}

/** The account could not sign in any more. */
export function lastAddress(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'LAST_ADDRESS',
    message: CONTACT_MESSAGES.lastAddress,
  });
}

/** Both have a challenge, and a browser has one at a time. */
export function oneAtATime(): DomainError {
  return invalid([{ field: 'phone', message: CONTACT_MESSAGES.oneAtATime }]);
}

/** For those who have proven that it is theirs. */
export function contactInUse(channel: Channel): DomainError {
  return channel === 'EMAIL' ? emailInUse() : phoneInUse();
}
