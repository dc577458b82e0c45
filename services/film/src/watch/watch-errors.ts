import { WATCH_MESSAGES } from '@marquee/rules/watch';
import { DomainError, invalid } from '@marquee/runtime/errors';

/** The viewer has no access; reason and message are those of the access. */
export function accessRefused({ reason, message }: { reason: string; message: string }): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason, message });
}

export function playbackNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'PLAYBACK_NOT_FOUND', message: WATCH_MESSAGES.playbackNotFound });
}

/** The film has a price: only a payment unlocks it, not this call [WAT-02]. */
export function paymentRequired(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PAYMENT_REQUIRED',
    message: WATCH_MESSAGES.paymentRequired,
  });
}

export function playbackOfAnotherFilm(): DomainError {
  return invalid([{ field: 'filmId', message: 'This playback is of another film.' }]);
}

/** Nobody can pay, because no payment provider is set up. */
export function paymentsUnavailable(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PAYMENTS_UNAVAILABLE',
    message: WATCH_MESSAGES.paymentsUnavailable,
  });
}
