import { MEDIA_MESSAGES } from '@marquee/rules/media';
import { STREAM_MESSAGES } from '@marquee/rules/streams';
import { WATCH_MESSAGES } from '@marquee/rules/watch';
import { DomainError, invalid } from '@marquee/runtime/errors';

/** The viewer has no access; reason and message are those of the access. */
export function accessRefused({ reason, message }: { reason: string; message: string }): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason, message });
}

export function playbackNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'PLAYBACK_NOT_FOUND', message: WATCH_MESSAGES.playbackNotFound });
}

/** Asked for a licence of a film that plays without one: asking again changes nothing. */
export function filmNotProtected(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'NOT_PROTECTED',
    message: MEDIA_MESSAGES.notProtected,
  });
}

/** Asked for the token of a licence server, and there is none. */
export function noLicenceServer(): DomainError {
  const message = MEDIA_MESSAGES.noLicenceServer;
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'NO_LICENCE_SERVER', message });
}

/** The film has a price: only a payment unlocks it, not this call [WAT-02]. */
export function paymentRequired(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PAYMENT_REQUIRED',
    message: WATCH_MESSAGES.paymentRequired,
  });
}

/** The account watches on as many devices as its plan allows: a playback takes the place of another on request [WAT-14]. */
export function streamsFull(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'STREAMS_FULL', message: STREAM_MESSAGES.full });
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

/** The premiere of the film runs: who has only a ticket to it watches in step with everybody else [WAT-04:in-step]. */
export function premiereRunning(): DomainError {
  return new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PREMIERE_RUNNING',
    message: WATCH_MESSAGES.premiereRunning,
  });
}
