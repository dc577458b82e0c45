import { PAYOUT_MESSAGES } from '@marquee/rules/payouts';
import { DomainError } from '@marquee/runtime/errors';

/** The seller has connected no account, or the provider does not pay out to it yet. */
export function payoutAccountNeeded(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PAYOUT_ACCOUNT_NEEDED',
    message: PAYOUT_MESSAGES.accountNeeded,
  });
}

export function payoutUnderWay(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PAYOUT_UNDER_WAY',
    message: PAYOUT_MESSAGES.underWay,
  });
}

/** Payouts of the seller wait, such as while their account is suspended. */
export function payoutHeld(message: string = PAYOUT_MESSAGES.held): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'PAYOUT_HELD', message });
}

/** There is less than the smallest payout. */
export function payoutTooSmall(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PAYOUT_TOO_SMALL',
    message: PAYOUT_MESSAGES.tooSmall,
  });
}

/** The id of a payout was used before, by somebody else. */
export function payoutIdReused(): DomainError {
  return new DomainError({ kind: 'CONFLICT', reason: 'PAYOUT_ID_REUSED', message: PAYOUT_MESSAGES.idReused });
}

/** The provider refused to connect an account, or did not answer [STU-09]. */
export function connectFailed(cause: unknown): DomainError {
  return new DomainError({
    kind: 'UNAVAILABLE',
    reason: 'PAYOUT_CONNECT_FAILED',
    message: PAYOUT_MESSAGES.connectFailed,
    cause,
  });
}
