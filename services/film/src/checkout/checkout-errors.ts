import { COIN_MESSAGES } from '@marquee/rules/coins';
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

/** The buyer has fewer coins than the film costs. */
export function notEnoughCoins(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'NOT_ENOUGH_COINS', message: COIN_MESSAGES.notEnough });
}

/** The price in coins is not the one that the buyer was shown. */
export function coinPriceChanged(coins: bigint): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PRICE_CHANGED',
    message: COIN_MESSAGES.priceChanged,
    metadata: { price: String(coins) },
  });
}

/** Coins do not unlock the film. */
export function notForCoins(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'NOT_FOR_COINS', message: COIN_MESSAGES.nothingToPay });
}

/** Only coins unlock the film. */
export function coinsOnly(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'COINS_ONLY', message: COIN_MESSAGES.coinsOnly });
}
