import { DOOR_MESSAGES } from '@marquee/rules/doors';
import { DomainError, forbidden } from '@marquee/runtime/errors';

/** None by this id, or none whose credential this is. */
export function doorNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'DOOR_NOT_FOUND', message: DOOR_MESSAGES.notFound });
}

export function tooManyDoors(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'TOO_MANY_DOORS', message: DOOR_MESSAGES.tooMany });
}

/** The team has shut the device out. */
export const doorShutOut = (): DomainError => forbidden('DOOR_SHUT_OUT', DOOR_MESSAGES.shutOut);

/** The event is over for longer than doors may send what they have kept. */
export function doorOver(): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'DOOR_OVER', message: DOOR_MESSAGES.over });
}
