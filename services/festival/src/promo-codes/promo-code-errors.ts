import { PROMO_MESSAGES } from '@marquee/rules/promo-codes';
import { DomainError, invalid } from '@marquee/runtime/errors';

const refused = (reason: string, message: string, metadata?: Record<string, string>) =>
  new DomainError({ kind: 'FAILED_PRECONDITION', reason, message, metadata });

/** None of this name that can still be used: a stranger does not learn which it is. */
export function codeNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'PROMO_CODE_NOT_FOUND', message: PROMO_MESSAGES.notFound });
}

export function codeNotYet(): DomainError {
  return refused('PROMO_CODE_NOT_YET', PROMO_MESSAGES.notYet);
}

export function codeNotForThese(): DomainError {
  return refused('PROMO_CODE_NOT_FOR_THESE', PROMO_MESSAGES.notForThese);
}

export function codeUsedUp(): DomainError {
  return refused('PROMO_CODE_USED_UP', PROMO_MESSAGES.usedUp);
}

export function codeUsedByYou(): DomainError {
  return refused('PROMO_CODE_USED_BY_YOU', PROMO_MESSAGES.usedByYou);
}

/** The discount is not the one that the buyer was shown. */
export function discountChanged(discount: bigint): DomainError {
  return refused('DISCOUNT_CHANGED', PROMO_MESSAGES.priceChanged, { discount: String(discount) });
}

export function codeTaken(): DomainError {
  const message = PROMO_MESSAGES.taken;
  return new DomainError({
    ...{ kind: 'ALREADY_EXISTS', reason: 'PROMO_CODE_TAKEN', message, fields: [{ field: 'code', message }] },
  });
}

export function typesNotOwn(): DomainError {
  return invalid([{ field: 'ticketTypeIds', message: PROMO_MESSAGES.types }]);
}

export function tooManyCodes(): DomainError {
  return refused('TOO_MANY_PROMO_CODES', PROMO_MESSAGES.tooMany);
}
