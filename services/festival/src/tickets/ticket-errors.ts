import { TICKET_MESSAGES } from '@marquee/rules/tickets';
import { DomainError, invalid } from '@marquee/runtime/errors';

const refused = (reason: string, message: string, metadata?: Record<string, string>) =>
  new DomainError({ kind: 'FAILED_PRECONDITION', reason, message, metadata });

/** None by this id, or none that this viewer may see. */
export function eventNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'EVENT_NOT_FOUND', message: TICKET_MESSAGES.eventNotFound });
}

export function ticketTypeNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'TICKET_TYPE_NOT_FOUND', message: TICKET_MESSAGES.typeNotFound });
}

/** None by this id, or somebody else's [TIC-02]. */
export function ticketNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'TICKET_NOT_FOUND', message: TICKET_MESSAGES.ticketNotFound });
}

export function tooManyTicketTypes(): DomainError {
  return refused('TOO_MANY_TICKET_TYPES', TICKET_MESSAGES.tooManyTypes);
}

/** The places of an event are fewer than what is offered for it; `free` is how many are left to offer. */
export function overCapacity(free: number): DomainError {
  return refused('OVER_CAPACITY', TICKET_MESSAGES.overCapacity, { free: String(free) });
}

/** The quantity is below what is sold and held. */
export function belowSold(): DomainError {
  return refused('BELOW_SOLD', TICKET_MESSAGES.soldAlready);
}

export function saleNotInOrder(): DomainError {
  return invalid([{ field: 'saleEnd', message: TICKET_MESSAGES.sale }]);
}
