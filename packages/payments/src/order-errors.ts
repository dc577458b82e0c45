import { PAYMENT_MESSAGES } from '@marquee/rules/payments';
import { DomainError } from '@marquee/runtime/errors';

export function orderNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'ORDER_NOT_FOUND', message: PAYMENT_MESSAGES.orderNotFound });
}

/** The id of an order was used before, for something else. */
export function orderIdReused(): DomainError {
  return new DomainError({ kind: 'CONFLICT', reason: 'ORDER_ID_REUSED', message: PAYMENT_MESSAGES.orderIdReused });
}

/** The order is over: it was cancelled or its time ended, and nothing was charged. */
export function orderEnded(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'ORDER_ENDED', message: PAYMENT_MESSAGES.orderEnded });
}

export const PAYMENT_UNDER_WAY = 'PAYMENT_UNDER_WAY';
/** A payment that is on its way, or arrived, cannot be cancelled. */
export function cannotCancel(): DomainError {
  const message = PAYMENT_MESSAGES.cannotCancel;
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: PAYMENT_UNDER_WAY, message });
}

/** The buyer has saved no such card. */
export function savedCardNotFound(): DomainError {
  const message = PAYMENT_MESSAGES.savedCardNotFound;
  return new DomainError({ kind: 'NOT_FOUND', reason: 'PAYMENT_METHOD_NOT_FOUND', message });
}

export const PROVIDER_UNAVAILABLE = 'PAYMENT_PROVIDER_UNAVAILABLE';
/** The provider did not answer, or answered nonsense. */
export function providerUnavailable(cause: unknown): DomainError {
  const message = PAYMENT_MESSAGES.unavailable;
  return new DomainError({ kind: 'UNAVAILABLE', reason: PROVIDER_UNAVAILABLE, message, cause });
}

/** Only what is paid can be refunded, and once. */
export function notRefundable(isPending: boolean): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: isPending ? 'REFUND_PENDING' : 'NOT_REFUNDABLE',
    message: isPending ? PAYMENT_MESSAGES.refundPending : PAYMENT_MESSAGES.notRefundable,
  });
}

/** A part of an order is more than nothing, and at most what has not gone back. @param left in minor units */
export function refundTooLarge(left: bigint): DomainError {
  const message = PAYMENT_MESSAGES.refundTooLarge;
  return new DomainError({
    ...{ kind: 'INVALID', reason: 'REFUND_TOO_LARGE', message },
    ...{ fields: [{ field: 'amount', message }], metadata: { left: String(left) } },
  });
}
