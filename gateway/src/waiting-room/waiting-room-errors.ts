import { TICKET_MESSAGES } from '@marquee/rules/tickets';
import { DomainError, invalid } from '@marquee/runtime/errors';

/** The queue cannot be asked: nobody is admitted, and receipts keep the places. */
export function roomUnavailable(cause: unknown): DomainError {
  return new DomainError({
    ...{ kind: 'UNAVAILABLE', reason: 'WAITING_ROOM_UNAVAILABLE', message: TICKET_MESSAGES.queueUnavailable, cause },
  });
}

export function eventIdWrong(): DomainError {
  return invalid([{ field: 'eventId', message: TICKET_MESSAGES.eventNotFound }]);
}
