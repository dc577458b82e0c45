import { PAYMENT_MESSAGES } from '@marquee/rules/payments';
import { DomainError } from '@marquee/runtime/errors';

/** The price is not the one that the buyer was shown: they confirm the new one. */
export function priceChanged(price: bigint): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PRICE_CHANGED',
    message: PAYMENT_MESSAGES.priceChanged,
    metadata: { price: String(price) },
  });
}

export function nothingToPay(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'NOTHING_TO_PAY',
    message: PAYMENT_MESSAGES.nothingToPay,
  });
}

export function alreadyUnlocked(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'ALREADY_UNLOCKED',
    message: PAYMENT_MESSAGES.alreadyUnlocked,
  });
}
