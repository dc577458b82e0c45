import { CONNECTION_MESSAGES } from '@marquee/rules/connections';
import { worded } from '@marquee/rules/worded';
import { DomainError } from '@marquee/runtime/errors';

export function connectionWithOneself(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'OWN_PROFILE', message: CONNECTION_MESSAGES.own });
}

/** There is no open request of this person: withdrawn, answered, or never made. */
export function requestNotFound(): DomainError {
  return new DomainError({
    kind: 'NOT_FOUND',
    reason: 'CONNECTION_REQUEST_NOT_FOUND',
    message: CONNECTION_MESSAGES.requestNotFound,
  });
}

export function tooManyRequests(): DomainError {
  return new DomainError({
    kind: 'EXHAUSTED',
    reason: 'TOO_MANY_CONNECTION_REQUESTS',
    message: CONNECTION_MESSAGES.tooManyRequests,
  });
}

/** @param whose of the two people has as many connections as there can be */
export function connectionsFull(whose: 'own' | 'other'): DomainError {
  const message = whose === 'own' ? CONNECTION_MESSAGES.ownFull : CONNECTION_MESSAGES.otherFull;
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'CONNECTIONS_FULL', message });
}

/** @param from when the person may be asked again */
export function declinedLately(from: Date, now: Date): DomainError {
  return new DomainError({
    kind: 'EXHAUSTED',
    reason: 'CONNECTION_DECLINED',
    ...worded(CONNECTION_MESSAGES.declinedLately, { day: from }),
    metadata: { retryAfterS: String(Math.ceil((from.getTime() - now.getTime()) / 1_000)) },
  });
}
