import { DomainError } from '@marquee/runtime/errors';

/** A transfer id was used before, for something else. */
export function transferIdReused(): DomainError {
  return new DomainError({
    kind: 'CONFLICT',
    reason: 'TRANSFER_ID_REUSED',
    message: 'This payment was already used for something else. Please start again.',
  });
}

/** A transfer cannot take this step any more: a voided one cannot be posted, nor a posted one voided. */
export function transferEnded(state: string): DomainError {
  return new DomainError({
    kind: 'CONFLICT',
    reason: 'TRANSFER_ENDED',
    message: 'This payment has already ended.',
    metadata: { state },
  });
}

/** An account that may not be negative does not hold what a transfer takes from it. */
export function balanceTooLow(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'BALANCE_TOO_LOW',
    message: 'There is not enough in this account.',
  });
}
