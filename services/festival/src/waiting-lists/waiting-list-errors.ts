import { TICKET_MESSAGES } from '@marquee/rules/tickets';
import { DomainError } from '@marquee/runtime/errors';

/** Tickets are left: nobody has to wait. */
export function stillThere(): DomainError {
  return new DomainError({
    ...{ kind: 'FAILED_PRECONDITION', reason: 'TICKETS_LEFT', message: TICKET_MESSAGES.ticketsLeft },
  });
}

export function listFull(): DomainError {
  return new DomainError({ kind: 'EXHAUSTED', reason: 'WAITING_LIST_FULL', message: TICKET_MESSAGES.listFull });
}
