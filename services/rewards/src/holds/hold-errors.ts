import { COIN_MESSAGES } from '@marquee/rules/coins';
import { DomainError } from '@marquee/runtime/errors';

/** No coins were held for this order. */
export function holdNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'HOLD_NOT_FOUND', message: COIN_MESSAGES.holdNotFound });
}

/** The id of an order was used before, for another account, thing or number of coins. */
export function holdIdReused(): DomainError {
  return new DomainError({ kind: 'CONFLICT', reason: 'HOLD_ID_REUSED', message: COIN_MESSAGES.holdIdReused });
}
